import httpx
import pytest

from app.problems import Problem
from app.problems.catalogue import KINDS, REFUSAL_CODES

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("code", KINDS)
async def test_every_type_leads_to_a_page(client: httpx.AsyncClient, code: str) -> None:
    type_ = Problem(code, "…").document("/v1")["type"]
    response = await client.get(str(type_))
    page = response.json()
    assert response.status_code == 200
    assert (page["type"], page["status"]) == (type_, KINDS[code].status)
    assert code in page["codes"]
    assert len(page["explanation"]) > 20


async def test_a_browser_gets_html(client: httpx.AsyncClient) -> None:
    response = await client.get("/problems/illegal-action", headers=BROWSER)
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["vary"] == "Accept"
    assert "<code>bench_full</code>" in response.text


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "text/html;q=0.1, application/json", "text/html;q=x"]
)
async def test_whoever_does_not_prefer_html_gets_json(
    client: httpx.AsyncClient, accept: str
) -> None:
    response = await client.get("/problems/not-found", headers={"Accept": accept})
    assert response.headers["content-type"] == "application/json"


async def test_the_list_names_every_type_once(client: httpx.AsyncClient) -> None:
    types = [page["type"] for page in (await client.get("/problems")).json()["data"]]
    assert sorted(types) == sorted({kind.type for kind in KINDS.values()})
    html = (await client.get("/problems", headers=BROWSER)).text
    assert all(f'href="{type_}"' in html for type_ in types)


async def test_a_type_that_does_not_exist_is_a_problem(client: httpx.AsyncClient) -> None:
    response = await client.get("/problems/no-such-thing")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_every_refusal_of_the_contract_is_known() -> None:
    assert len(REFUSAL_CODES) == 27
    assert {KINDS[code].type for code in REFUSAL_CODES} == {"/problems/illegal-action"}
    assert {KINDS[code].status for code in REFUSAL_CODES} == {409}


def test_an_unknown_code_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        Problem("no_such_code", "…")
