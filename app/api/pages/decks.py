"""Pages about decks."""

from collections.abc import Iterable
from html import escape

from app.api.pages.layout import article, card_links, following, frame, paragraph
from app.content.deck_check import ResolvedCard, Verdict
from app.content.deck_text import edit_line
from app.content.library import Library
from app.content.shared_decks import Starter


def deck_page(
    library: Library, title: str, cards: Iterable[ResolvedCard], text: str, verdict: Verdict
) -> str:
    """Return the page of a deck: its cards, what the deck check says, and the list to copy."""
    return frame(
        title,
        _verdict(library, verdict)
        + _cards(library, cards)
        + f"<h2>To copy</h2>\n<pre>{escape(text)}</pre>\n",
    )


def starters_page(starters: Iterable[Starter], more: str | None) -> str:
    """Return the page of the starter decks; `more` is the address of the next one."""
    told = (article(one.id, one.name, one.uri, paragraph(one.verdict.summary)) for one in starters)
    return frame("Starter decks", "".join(told) + following(more))


def _verdict(library: Library, verdict: Verdict) -> str:
    told = [paragraph(verdict.summary, "good" if verdict.valid else "bad")]
    told += [paragraph(problem.message) for problem in verdict.problems]
    if verdict.fix is not None:
        edits = "".join(
            f"<li>{escape(edit_line(library, edit))}</li>" for edit in verdict.fix.edits
        )
        told.append(f"<p>The smallest change that makes it legal:</p><ul>{edits}</ul>\n")
    if verdict.odds is not None:
        told += [paragraph(line, "faint") for line in verdict.odds.told()]
    return "".join(told)


def _cards(library: Library, cards: Iterable[ResolvedCard]) -> str:
    listed = "".join(
        f"<li>{card.quantity} {link}</li>"
        for card in cards
        for link in card_links(library, [card.card])
    )
    return f"<h2>Cards</h2>\n<ul>{listed}</ul>\n"
