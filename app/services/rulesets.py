"""The games that are played here."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from app.engine.artifacts.book import CardBook
from app.engine.artifacts.events import AnyEvent
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.kernel.event import Event
from app.engine.kernel.match_events import MatchEvent
from app.engine.kernel.refusal import Malformed
from app.engine.kernel.ruleset import Ruleset
from app.services.failure import invalid, placed

DEFAULT_RULESET = SacredArtifacts.name


class Game(Struct, frozen=True):
    """A ruleset with what storing its games needs beside it."""

    rules: Ruleset[Any, Any]
    events: msgspec.json.Decoder[Event]

    def told_to(self, viewer: int | None, event: str) -> Event:
        """Return a stored event as the viewer's seat (None: a spectator) may see it."""
        return self.events.decode(event).seen_by(viewer)


Games = Mapping[str, Game]


def games(book: CardBook) -> Games:
    """Return every game by the name of its ruleset."""
    artifacts = SacredArtifacts(book)
    return {artifacts.name: Game(artifacts, msgspec.json.Decoder(AnyEvent | MatchEvent))}


def game_named(known: Games, name: str, pointer: str) -> Game:
    """Return the game of this name. Raises `Failure` at the pointer if there is none."""
    game = known.get(name)
    if game is None:
        raise invalid(pointer, f"The rulesets here are: {', '.join(known)}.")
    return game


def read_action(game: Game, payload: bytes, pointer: str) -> Any:
    """Decode an action that stands at `pointer` in what was sent. Raises `Malformed`."""
    try:
        return game.rules.read_action(payload)
    except Malformed as exc:
        raise placed(exc, pointer) from None


def kind_of(action: Struct) -> str:
    """Return an action's `type`."""
    return str(action.__struct_config__.tag)
