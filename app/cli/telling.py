"""The referee's log: events as lines that a person can follow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]

_LINES = {
    "match_started": "The match begins: {starting_seat} has the first turn",
    "hand_redrawn": "{seat} shows a hand without a combatant to deploy and redraws: {shown}",
    "turn_started": "{seat} (own turn {turns_taken})",
    "energy_set": "{energy} Energy",
    "energy_gained": "{seat} gains {amount} Energy and has {energy}",
    "energy_spent": "{seat} pays {amount} Energy and has {energy} left",
    "phase_began": "{phase} begins",
    "card_drawn": "{seat} draws a card",
    "deployed": "{seat} deploys {id} ({where})",
    "evolved": "{seat} evolves {old} into {target}",
    "attached": "{seat} attaches {id} to {target}",
    "card_played": "{seat} plays {id}",
    "land_played": "{seat} plays the Land {id}",
    "ability_activated": "{seat} activates {ability} of {source}{targets}",
    "ability_triggered": "{ability} of {source} is triggered{targets}",
    "dice_rolled": "{seat} rolls {dice} with {sides}-sided dice",
    "attack_unlocked": "{ability} can be used this turn",
    "attack_declared": "{attacker} attacks with {ability}{targets}",
    "reaction_used": "{seat} reacts with {ability} of {source}, for {target}",
    "damage_dealt": "{target} takes {amount}: {damage_before} -> {damage_after} damage",
    "damage_prevented": "no damage to {target}: all {base} is prevented",
    "effect_added": "{target} has an effect: {effect}",
    "effect_ended": "{target} loses an effect: {effect}",
    "effect_cancelled": "an effect on {target} is cancelled",
    "healed": "{target} is healed by {amount}: {damage_before} -> {damage_after} damage",
    "defeat_prevented": "{target} survives with {hp} HP",
    "defeated": "{target} is defeated: knockout number {knockouts}",
    "promoted": "{id} becomes Active",
    "switched": "{incoming} becomes Active in the place of {outgoing}",
    "discarded": "{id} goes to the discard",
    "revealed": "{seat} shows {cards}",
    "looked_at": "{seat} looks at {count} cards of the deck",
    "searched": "{seat} searches the deck and finds {found}",
    "put_in_hand": "{seat} takes a card to hand",
    "put_on_deck": "{seat} puts {count} on the {where} of the deck",
    "deck_shuffled": "{seat} shuffles the deck",
    "use_recorded": "used for this {scope}: {ability}",
    "turn_ended": "the turn ends; {energy_lost} Energy is lost",
    "match_over": "The match is over by {reason}: {winner}",
}
_IDS = ("id", "target", "source", "attacker", "incoming", "outgoing")
_FLUSH_LEFT = {"match_started", "match_over"}


class Teller:
    """Says what happens, in the order in which it does.

    It learns which card has which id from the events themselves, as one who looks on would.
    """

    def __init__(self, seats: Sequence[str], cards: Mapping[str, str]) -> None:
        self._seats = seats
        self._cards = cards
        self._known: dict[str, str] = {}

    def lines(self, event: Event) -> Iterator[str]:
        """Yield the lines of one event, the calculation of its damage included."""
        before = self._card(event.get("target"))
        self._learn(event)
        text = _LINES[event["type"]].format_map({**self._words(event), "old": before})
        if event["type"] == "turn_started":
            yield f"\nTurn {event['turn']}: {text}"
            return
        margin = "" if event["type"] in _FLUSH_LEFT else "  "
        yield f"{margin}{text}{self._cited(event.get('cites'))}"
        if event["type"] == "damage_dealt":
            yield f"      {event['base']:+5}  base"
            for step in event.get("steps", ()):
                outdone = "" if step.get("applied", True) else "  (a larger reduction applies)"
                cited = self._cited(step["cites"])
                yield f"      {step['amount']:+5}  {step['stage']}{cited}{outdone}"

    def _words(self, event: Event) -> dict[str, Any]:
        words = dict(event)
        cites = event.get("cites") or {}
        words.setdefault("ability", cites.get("ability") or self._cards.get(cites.get("card", "")))
        for name in _IDS:
            if name in event:
                words[name] = self._card(event[name])
        if "id" in event and "card" in event:
            words["id"] = self._cards.get(event["card"], event["card"])
        for name in ("seat", "starting_seat", "winner"):
            if event.get(name) is not None:
                words[name] = self._seats[event[name]]
        if event["type"] == "match_over":
            winner = event["winner"]
            words["winner"] = "a draw" if winner is None else f"{self._seats[winner]} wins"
        targets = ", ".join(self._card(target) for target in event.get("targets", ()))
        words["targets"] = f", aimed at {targets}" if targets else ""
        words["shown"] = ", ".join(self._cards.get(card, card) for card in event.get("shown", ()))
        if "cards" in event:
            words["cards"] = ", ".join(self._cards[shown["card"]] for shown in event["cards"])
        if "effect" in event:
            effect = event["effect"]
            words["effect"] = " ".join(str(effect[n]) for n in ("kind", "amount") if n in effect)
        return words

    def _learn(self, event: Event) -> None:
        if "card" not in event:
            return
        id_ = event.get("id") or event.get("target")
        if id_ is not None:
            self._known[id_] = event["card"]

    def _card(self, id_: str | None) -> str:
        card = self._known.get(id_ or "")
        return "a card" if card is None else self._cards[card]

    def _cited(self, cites: Mapping[str, Any] | None) -> str:
        if not cites:
            return ""
        card = self._cards.get(cites.get("card", ""))
        said = [": ".join(part for part in (card, cites.get("ability")) if part)]
        said += cites.get("rules", ())
        return f"  [{', '.join(part for part in said if part)}]"
