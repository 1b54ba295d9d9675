"""Everything that the use cases need, opened and closed together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct

from app.content.library import Library
from app.db.answers import AnswerStore
from app.db.decks import DeckStore
from app.db.engine import Database
from app.db.history import History
from app.db.invites import InviteStore
from app.db.lobby import LobbyStore
from app.db.match_store import MatchStore
from app.db.offers import OfferStore
from app.db.players import PlayerStore
from app.db.ratings import RatingStore
from app.db.timekeeping import TimeStore
from app.live.bells import Bells
from app.services.acting import Acting
from app.services.chores import run_chores
from app.services.claiming import Claiming
from app.services.day import Day
from app.services.decks import Decks
from app.services.examples import Examples
from app.services.invites import Invites
from app.services.judge import Judge
from app.services.judging import Judging
from app.services.lobby import Lobby
from app.services.matches import Matches
from app.services.offers import Offers
from app.services.pairing import Pairing
from app.services.players import Players
from app.services.ratings import FIRST, Ratings
from app.services.repeats import Repeats
from app.services.rerunning import Rerun
from app.services.rulesets import games
from app.services.steps import Steps
from app.services.streams import Streams
from app.services.timekeeping import Timekeeper
from app.services.undo import Undo


class Services(Struct, frozen=True):
    """The use cases by what they are about."""

    players: Players
    decks: Decks
    lobby: Lobby
    invites: Invites
    offers: Offers
    claiming: Claiming
    judging: Judging
    day: Day
    pairing: Pairing
    ratings: Ratings
    matches: Matches
    streams: Streams
    undo: Undo
    repeats: Repeats
    timekeeper: Timekeeper
    bells: Bells
    acting: Acting
    judge: Judge
    examples: Examples


@asynccontextmanager
async def open_services(database: Database, library: Library) -> AsyncIterator[Services]:
    """Build the use cases over the database; in the end, wait for what is still being stored."""
    store = MatchStore(database)
    services = _build(database, store, library)
    running = [
        asyncio.create_task(run_chores(services.timekeeper.tick)),
        asyncio.create_task(run_chores(services.pairing.pair, services.ratings.settle_due)),
    ]
    try:
        yield services
    finally:
        services.bells.stop()
        for task in running:
            task.cancel()
        await asyncio.wait(running)
        await store.close()


def _build(database: Database, store: MatchStore, library: Library) -> Services:
    known, bells, release = games(library.book), Bells(), library.release.id
    steps, history = Steps(store, known, bells), History(database)
    timekeeper, repeats = Timekeeper(TimeStore(database), steps), Repeats(AnswerStore(database))
    rerun = Rerun(store, history)
    undo = Undo(steps, history, rerun)
    matches = Matches(store, history, rerun, known, bells, timekeeper)
    players, decks = PlayerStore(database), Decks(DeckStore(database), library)
    accounts, judge = Players(players), Judge(known)
    invites = Invites(InviteStore(database), steps)
    lobby = Lobby(store, players, known, decks, invites, steps, repeats, bells, release)
    waiting = LobbyStore(database)
    return Services(
        players=accounts,
        decks=decks,
        lobby=lobby,
        invites=invites,
        offers=Offers(OfferStore(database), store, steps, undo, release),
        claiming=Claiming(steps, accounts),
        judging=Judging(steps, players, undo, library),
        day=Day(store),
        pairing=Pairing(waiting, store, lobby, decks, known, bells, release),
        ratings=Ratings(RatingStore(database, FIRST)),
        matches=matches,
        streams=Streams(matches, lobby, accounts, bells),
        undo=undo,
        repeats=repeats,
        timekeeper=timekeeper,
        bells=bells,
        acting=Acting(store, known, bells, timekeeper, repeats),
        judge=judge,
        examples=Examples(library, judge),
    )
