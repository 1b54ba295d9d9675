"""Every table: importing this module fills `Stored.metadata`."""

from app.db.decks import Deck
from app.db.invites import Invite
from app.db.live import Heartbeat, KeyedAnswer
from app.db.lobby import LobbyEntry
from app.db.matches import AbilityUse, Action, Event, Match, Seat
from app.db.offers import Offer
from app.db.players import Player, Token
from app.db.ratings import Rating

ALL = (
    Player,
    Token,
    Deck,
    Match,
    Seat,
    Action,
    Event,
    AbilityUse,
    Invite,
    Offer,
    LobbyEntry,
    Rating,
    KeyedAnswer,
    Heartbeat,
)
