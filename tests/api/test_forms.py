"""Cards, rules, rulings, settings and verdicts as pages, plain text and Discord embeds."""

import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from app.api.pages.layout import frame
from app.content.library import load_library
from tests.support.discord import MESSAGE, check_embed, size

LIBRARY = load_library()
EVERYTHING = [
    *(f"/v1/cards/{id_}" for id_ in LIBRARY.cards),
    *(f"/v1/rules/{id_}" for id_ in LIBRARY.rules),
    *(f"/v1/rulings/{id_}" for id_ in LIBRARY.rulings),
    *(f"/v1/settings/{id_}" for id_ in LIBRARY.settings),
    *(f"/v1/decks/starters/{id_}" for id_ in LIBRARY.decks),
    "/v1/cards",
    "/v1/cards/search?q=damage>=10",
    "/v1/cards/named?fuzzy=wand",
    "/v1/artifacts",
    "/v1/realms",
    "/v1/rules",
    "/v1/rulings",
    "/v1/settings",
    "/v1/decks/starters",
]
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PLAIN = {"Accept": "text/plain"}
NASTY = {
    "everything wrong": {"text": "99 Furthngs\n9 Shredder\n9 Windowland\n1 the\n3 miso sunblaze"},
    "all unknown": {"text": "\n".join(f"{n % 9 + 1} no such card {n} *_`" for n in range(200))},
    "long names": {"cards": [{"card": f"{n} " + "purr " * 39} for n in range(60)]},
    "one word": {"cards": [{"card": "🐱" * 200, "quantity": 200}] * 40},
    "nothing": {"cards": []},
    "several": {"decks": [{"text": "200 Furthngs\n2 Shredder\n7 mzo"}] * 20},
    "legal": {"text": "1 Miso", "settings": {"deck_size": 1, "min_basics": 1}},
}


async def all_pages(
    client: httpx.AsyncClient, method: str, url: str, **more: Any
) -> list[httpx.Response]:
    """Return every page of what comes in pages, by the `Link` of each."""
    answers = []
    following: str | None = url
    while following is not None:
        answer = await client.request(method, following, **more)
        assert answer.status_code == 200, answer.text
        answers.append(answer)
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("link", ""))
        following = link[1] if link else None
    return answers


async def test_everything_is_an_embed(client: httpx.AsyncClient) -> None:
    for path in EVERYTHING:
        url = f"{path}{'&' if '?' in path else '?'}view=embed"
        for answer in await all_pages(client, "GET", url):
            assert answer.headers["content-type"] == "application/vnd.discord.embed+json"
            check_embed(answer.json())


async def test_everything_is_plain_text(client: httpx.AsyncClient) -> None:
    for path in EVERYTHING:
        for answer in await all_pages(client, "GET", path, headers=PLAIN):
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert 0 < size(answer.text) <= MESSAGE


class _Checked(HTMLParser):
    """Whether every element is closed, and which ids and links there are."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag != "meta":
            self.open.append(tag)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag == "a":
            self.links.append(given["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


async def test_everything_is_a_page_whose_links_lead_somewhere(client: httpx.AsyncClient) -> None:
    pages: dict[str, _Checked] = {}
    for path in EVERYTHING:
        answer = await client.get(path, headers=BROWSER)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "width=device-width" in answer.text
        assert "prefers-color-scheme: dark" in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        pages[path] = _Checked(answer.text)
        assert len(set(pages[path].ids)) == len(pages[path].ids)
    for page in pages.values():
        for link in page.links:
            path, _, anchor = link.partition("#")
            assert path in pages or path == "/docs", link
            assert not anchor or anchor in pages[path].ids, link


@pytest.mark.parametrize(
    ("path", "anchors"),
    [
        ("/v1/rules", list(LIBRARY.rules)),
        ("/v1/rulings", list(LIBRARY.rulings)),
        ("/v1/settings", list(LIBRARY.settings)),
        ("/v1/cards", list(LIBRARY.cards)),
    ],
)
async def test_lists_have_an_anchor_for_everything(
    client: httpx.AsyncClient, path: str, anchors: list[str]
) -> None:
    html = (await client.get(path, headers=BROWSER)).text
    assert _Checked(html).ids == anchors


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/rulings", "/v1/cards", "/v1/decks/starters"])
async def test_a_list_in_pages_leads_to_the_next_one(client: httpx.AsyncClient, path: str) -> None:
    ids: list[str] = []
    following = [f"{path}?page_size=2"]
    while following:
        page = _Checked((await client.get(following[0], headers=BROWSER)).text)
        ids += page.ids
        following = [link for link in page.links if "cursor=" in link]
    told = (await client.get(path)).json()
    assert ids == [one["id"] for one in told["data"]]


def test_what_is_told_is_no_markup() -> None:
    assert "<script>" not in frame("<script>", "")


@pytest.mark.parametrize(
    "path", ["/v1/rules/rule-10", "/v1/cards/miso", "/v1/rulings", "/v1/cards"]
)
async def test_each_form_is_its_own_answer_at_one_address(
    client: httpx.AsyncClient, path: str
) -> None:
    """Prepared answers are kept by address: the form has to tell them apart."""
    tags = set()
    for _ in range(2):
        for headers in (BROWSER, PLAIN, {"Accept": "*/*"}, {"Accept": "application/json"}):
            answer = await client.get(path, headers=headers)
            assert answer.headers["vary"] == "Accept"
            assert answer.headers["content-type"].split(";")[0] in {
                "*/*": {"application/json"},
            }.get(headers["Accept"], set(headers["Accept"].split(",")))
            tags.add((answer.headers["content-type"], answer.headers["etag"]))
            known = {**headers, "If-None-Match": answer.headers["etag"]}
            assert (await client.get(path, headers=known)).status_code == 304
    assert len(tags) == 3


async def test_an_embed_links_to_the_server_that_was_asked(client: httpx.AsyncClient) -> None:
    for host in ("one.test", "two.test"):
        answer = await client.get("/v1/cards/miso?view=embed", headers={"Host": host})
        assert answer.json()["url"] == f"http://{host}/v1/cards/miso"


@pytest.mark.parametrize(
    ("url", "parameter"),
    [
        ("/v1/rules?page=2", "page"),
        ("/v1/rules?page=2&view=embed", "page"),
        ("/v1/rules?view=embde", "view"),
        ("/v1/cards/miso?page=0", "page"),
        ("/v1/rules/rule-1?veiw=embed", "veiw"),
    ],
)
async def test_a_form_that_there_is_not(
    client: httpx.AsyncClient, url: str, parameter: str
) -> None:
    answer = await client.get(url)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_query")
    assert answer.json()["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("deck", NASTY.values(), ids=NASTY)
async def test_verdicts_fit_into_a_chat(client: httpx.AsyncClient, deck: dict[str, Any]) -> None:
    url = "/v1/decks/validate"
    summary = (await client.post(url, json=deck)).json().get("summary", "decks are legal")
    shown = await all_pages(client, "POST", f"{url}?view=embed", json=deck)
    for answer in shown:
        check_embed(answer.json())
    assert summary in shown[0].json()["description"]
    pages = await all_pages(client, "POST", url, headers=PLAIN, json=deck)
    assert all(size(page.text) <= MESSAGE for page in pages)
    assert summary in pages[0].text


async def test_problems_of_a_kind_stand_together(client: httpx.AsyncClient) -> None:
    body = {"text": "2 Furthngs\n2 Shredder\n2 Mzzo\n1 wand"}
    embed = (await client.post("/v1/decks/validate?view=embed", json=body)).json()
    fields = {field["name"]: field["value"] for field in embed["fields"]}
    assert fields["Unknown card (2 errors)"].split("\n") == [
        "Line 1: There is no card “Furthngs”; is it Furthings?",
        "Line 3: There is no card “Mzzo”.",
    ]
    assert fields["Limit one (error)"].startswith("Line 2: SHREDDER prints Limit 1")
    assert "1 The Twinlight Wand (written wand)" in fields["Read as"]
