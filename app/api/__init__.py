"""The HTTP edge: one module per resource, with its routes and its request and response models."""

from typing import Any

from fastapi import APIRouter

from app.api import (
    bulk,
    cards,
    deck_check,
    deck_links,
    health,
    judge,
    judging,
    lobby,
    matches,
    names,
    offers,
    own_decks,
    players,
    rules,
    search,
    waiting_list,
)

routers: tuple[APIRouter, ...] = (
    matches.router,  # the busiest: routers are tried one after the other
    offers.router,
    lobby.router,
    waiting_list.router,
    judge.router,
    search.router,  # before `/cards/{card_id}`, which would take their paths for ids
    names.router,
    cards.router,
    rules.router,
    bulk.router,
    deck_check.router,
    deck_links.router,  # before `/decks/{deck_id}`
    own_decks.router,
    judging.router,
    players.router,
    health.router,
)
"""Every router. Each brings its whole prefix (`/v1/cards`)."""

DESCRIPTION = """\
Look cards up, have decks checked, ask the judge, and play matches in which every action is judged.
Every failure is a problem document (RFC 9457); its `type` leads to a page about it.
"""

TAGS: list[dict[str, Any]] = [
    {"name": "cards", "description": "The cards, and the search classes of rule-13."},
    {"name": "rules", "description": "Rules, rulings and table settings: what a verdict cites."},
    {"name": "bulk", "description": "The whole reference at once, and what changed in it."},
    {"name": "decks", "description": "Have a deck checked, and keep decks."},
    {"name": "judge", "description": "What may be done in a position, and what comes of it."},
    {"name": "players", "description": "Accounts and their tokens."},
    {"name": "lobby", "description": "Matches until they begin, and finding somebody to play."},
    {"name": "matches", "description": "Matches in which every action is judged."},
    {"name": "judging", "description": "What a tournament judge may do at a match."},
    {"name": "health", "description": "Is the server alive, and can it serve?"},
    {"name": "problems", "description": "What each kind of problem means."},
]
