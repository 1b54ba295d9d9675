"""Golden games: whole games written down, with a fingerprint after every action.

`python -m tests.golden.record` plays them anew and writes `games/*.json`. That is only right after
a change that was meant to change what happens; the commit says which.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.conformance.playing import Game, any_game, play_game
from tests.conformance.subjects import SUBJECTS, Subject

GAMES = Path(__file__).parent / "games"
SEEDS = (16, 31, 35, 38, 51)
"""Of games with other decks and tables, beside one for each starter deck."""


def fingerprint(subject: Subject, before: str, position: Any, events: Any) -> str:
    """Return 8 hex digits that depend on the position, the events and all that came before."""
    told = msgspec.json.encode(events) + subject.rules.encode(position)
    return hashlib.sha256(before.encode() + told).hexdigest()[:8]


def games(subject: Subject) -> Iterator[tuple[str, Game]]:
    """Yield the golden games of a ruleset by name."""
    for seed, deck in enumerate(subject.decks, start=1):
        decks = [deck, subject.decks[seed % len(subject.decks)]]
        yield f"starter-{seed}", play_game(subject, decks, {}, seed)
    for seed in SEEDS:
        yield f"any-{seed}", any_game(subject, seed)


def written(subject: Subject, game: Game) -> dict[str, Any]:
    """Return a game as it is stored: how it begins, and `[fingerprint, seat, action]` by turns."""
    print_ = fingerprint(subject, "", game.first, game.first_events)
    begins = print_
    moves = []
    for moment in game.moments:
        print_ = fingerprint(subject, print_, moment.after, moment.events)
        moves.append([print_, moment.seat, msgspec.to_builtins(moment.action)])
    return {
        "decks": [list(deck) for deck in game.decks],
        "table": dict(game.table),
        "key": game.key,
        "begins": begins,
        "moves": moves,
        "events": game.moments[-1].events[-1].seq,
        "result": msgspec.to_builtins(game.last.result),
    }


def _as_text(stored: dict[str, Any]) -> str:
    """One line for every action, so that a difference shows where it begins."""
    moves = ",\n".join(f"  {json.dumps(move, ensure_ascii=False)}" for move in stored["moves"])
    rest = {name: value for name, value in stored.items() if name != "moves"}
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in rest.items()]
    return "{\n" + ",\n".join([*lines, f' "moves": [\n{moves}\n ]']) + "\n}\n"


def main() -> None:
    """Write every golden game."""
    for subject in SUBJECTS:
        folder = GAMES / subject.rules.name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for name, game in games(subject):
            text = _as_text(written(subject, game))
            (folder / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
