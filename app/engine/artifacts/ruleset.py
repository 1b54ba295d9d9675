"""Sacred Artifacts behind the face that every ruleset shows."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from app.engine.artifacts import legality, options, setup
from app.engine.artifacts import view as views
from app.engine.artifacts.actions import Action, Concede, Setup
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.game import Game, SeatNo
from app.engine.artifacts.labels import label
from app.engine.artifacts.plays import play
from app.engine.artifacts.position import NAME, Position, Reason
from app.engine.artifacts.questions import asked_seat
from app.engine.artifacts.reading import read_action, read_position, read_settings
from app.engine.artifacts.resolve import answer, run
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import JUDGE_KEY, KeyedStream, Randomness, Stream
from app.engine.kernel.refusal import Refusal

_encoder = msgspec.json.Encoder()
_stored = msgspec.json.Decoder(Position)


class SacredArtifacts:
    """The ruleset `sacred-artifacts` with the cards of one book. See `kernel.ruleset.Ruleset`."""

    name: str = NAME
    seats: int = 2

    def __init__(self, book: CardBook) -> None:
        self.book = book

    def read_position(self, payload: object) -> Position:
        """Decode and check a position; raises `Malformed` or `InvalidPosition`."""
        return read_position(self.book, payload)

    def read_stored(self, payload: bytes) -> Position:
        """Decode a position that this engine encoded."""
        return _stored.decode(payload)

    def encode(self, position: Position) -> bytes:
        """Encode as canonical JSON."""
        return _encoder.encode(position)

    def read_action(self, payload: object) -> Action:
        """Decode an action; raises `Malformed`."""
        return read_action(payload)

    def read_settings(self, payload: object) -> Mapping[str, object]:
        """Decode table settings into those that differ from the profile; raises `Malformed`."""
        settings: dict[str, object] = msgspec.to_builtins(read_settings(payload))
        return settings

    def start(
        self, decks: Sequence[Sequence[str]], settings: Mapping[str, object], key: str
    ) -> tuple[Position, tuple[Event, ...]]:
        """Begin a game (`setup.start`)."""
        return setup.start(self.book, decks, read_settings(settings), key)

    def decisions(self, position: Position) -> tuple[Decision, ...]:
        """Return the open decisions with their options."""
        return options.decisions(self.book, position)

    def to_act(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have an open decision."""
        if position.result is not None:
            return ()
        if position.phase == "setup":
            return setup.to_place(position)
        pending = position.pending
        if pending is None:
            return (position.turn_seat,)
        seat = asked_seat(self.book, position, pending.agenda[0], pending.attack)
        return () if seat is None else (seat,)

    def objections(self, position: Position, seat: int, action: Action) -> Iterator[Refusal]:
        """Yield everything that makes the action illegal."""
        return legality.objections(self.book, position, seat, action)

    def verify(self, position: Position, seat: int, action: Action) -> None:
        """Raise the first objection, if there is one."""
        for objection in self.objections(position, seat, action):
            raise objection

    def apply(
        self,
        position: Position,
        seat: int,
        action: Action,
        *,
        randomness: Randomness | None = None,
        first_seq: int = 1,
    ) -> tuple[Position, tuple[Event, ...]]:
        """Verify and play the action up to the next open decision."""
        self.verify(position, seat, action)
        if randomness is None:
            randomness = KeyedStream(position.random or Stream(JUDGE_KEY))
        game = Game(self.book, position, randomness, first_seq)
        acting: SeatNo = 1 if seat else 0
        if isinstance(action, Concede):
            game.end(1 - acting, "concede", Cites(rules=("table-12",)))
        elif isinstance(action, Setup):
            setup.place(game, acting, action)
            run(game)
        elif game.agenda:
            answer(game, action)
        else:
            play(game, acting, action)
            run(game)
        return game.freeze(), tuple(game.events)

    def conclude(
        self,
        position: Position,
        winner: int | None,
        reason: str,
        cites: Cites | None = None,
        *,
        first_seq: int = 1,
    ) -> tuple[Position, tuple[Event, ...]]:
        """End a game from outside its rules: time ran out, a draw was agreed."""
        ending = msgspec.convert(reason, Reason)
        game = Game(self.book, position, KeyedStream(Stream(JUDGE_KEY)), first_seq)
        game.random = None
        game.end(winner, ending, cites or Cites())
        return replace(game.freeze(), random=position.random), tuple(game.events)

    def view(self, position: Position, seat: int | None) -> Position:
        """Return what `seat` may see."""
        return views.view(self.book, position, seat)

    def label(self, position: Position, action: Action) -> str:
        """Say the action in a few words."""
        return label(self.book, position, action)
