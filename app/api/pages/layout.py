"""What every page has: the frame around it, its looks, and links to what is cited in texts."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from app.content.library import Library

STYLE = """
:root { color-scheme: light dark; --ink: #1c1f24; --paper: #fdfcf9; --faint: #646c78;
  --line: #ddd8cd; --link: #1f5fae; --good: #2b7a3b; --bad: #b3341f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #17191d; --faint: #9aa3b0;
  --line: #353a42; --link: #85b6f2; --good: #7fcf8f; --bad: #f08d7b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding-bottom: .75rem;
  border-bottom: 1px solid var(--line); }
a { color: var(--link); } a:target, article:target { outline: 2px solid var(--link);
  outline-offset: .4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin-bottom: .2rem; }
article { padding: .25rem 0 1rem; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
p { margin: .4rem 0; white-space: pre-line; } .faint { color: var(--faint); font-size: .9rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); font-size: .85rem; }
summary { cursor: pointer; } ul { padding-left: 1.2rem; }
"""

_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'",
    "X-Content-Type-Options": "nosniff",
}
"""What goes with every page: nothing is loaded, and nothing runs."""

_NAV = (
    ("/v1/cards", "Cards"),
    ("/v1/rules", "Rules"),
    ("/v1/rulings", "Rulings"),
    ("/v1/settings", "Table settings"),
    ("/v1/decks/starters", "Starter decks"),
    ("/docs", "API"),
)
_CITED = re.compile(r"\b(?P<kind>rule|ruling|table)-\d+\b")
_LISTS = {"rule": "/v1/rules", "ruling": "/v1/rulings", "table": "/v1/settings"}


def frame(title: str, body: str) -> str:
    """Return a whole page; `body` is HTML, `title` is not."""
    nav = "".join(f'<a href="{path}">{name}</a>' for path, name in _NAV)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Purrbiter</title><style>{STYLE}</style></head>\n"
        f"<body><nav>{nav}</nav>\n<main><h1>{escape(title)}</h1>\n{body}</main></body></html>\n"
    )


def article(id_: str, heading: str, path: str, body: str) -> str:
    """Return one thing of a list, to be linked to by its id; `body` is HTML, `heading` is not."""
    return (
        f'<article id="{escape(id_)}"><h2><a href="{escape(path)}">{escape(heading)}</a></h2>\n'
        f"{body}</article>\n"
    )


def paragraph(text: str, kind: str | None = None) -> str:
    """Return a text as a paragraph, with what it cites as links."""
    marked = "" if kind is None else f' class="{kind}"'
    return f"<p{marked}>{cited(text)}</p>\n"


def cited(text: str) -> str:
    """Return a text as HTML in which rules, rulings and table settings are links."""
    return _CITED.sub(
        lambda found: f'<a href="{_LISTS[found["kind"]]}#{found[0]}">{found[0]}</a>', escape(text)
    )


def row(heading: str, links: Iterable[str]) -> str:
    """Return links in a row under a heading; nothing where there are none."""
    listed = ", ".join(links)
    return f'<p class="faint">{escape(heading)}: {listed}</p>\n' if listed else ""


def card_links(library: Library, ids: Iterable[str]) -> list[str]:
    """Return a link to each card."""
    return [
        f'<a href="/v1/cards/{quote(id_)}">{escape(library.cards[id_].name)}</a>' for id_ in ids
    ]


def following(address: str | None) -> str:
    """Return a link to the next page of a list; nothing on the last one."""
    return "" if address is None else f'<p><a rel="next" href="{escape(address)}">More</a></p>\n'
