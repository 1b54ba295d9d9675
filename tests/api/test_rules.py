"""`/v1/rules`, `/v1/rulings`, `/v1/settings`, `/v1/releases`."""

import httpx
import pytest

from app.engine.artifacts.settings import DEFAULT, SETTING_IDS


async def test_rules_are_as_printed(client: httpx.AsyncClient) -> None:
    rules = (await client.get("/v1/rules")).json()
    assert rules["total"] == 15
    assert rules["data"][9]["title"] == "Damage reduction and shields"
    assert rules["data"][9]["text"].startswith("Use only the largest applicable")
    assert "ruling-05" in rules["data"][9]["rulings"]


async def test_a_rule_comes_with_its_examples(client: httpx.AsyncClient) -> None:
    rule = (await client.get("/v1/rules/rule-5")).json()
    assert "whiskerways" in rule["cards"]
    assert isinstance(rule["examples"], list)


async def test_cards_of_a_rule(client: httpx.AsyncClient) -> None:
    cards = (await client.get("/v1/rules/rule-15/cards")).json()["data"]
    assert "the-solemates" in [card["id"] for card in cards]


async def test_rulings_stand_beside_what_they_concern(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/v1/rulings")).json()
    assert answer["total"] == 41
    ruling = (await client.get("/v1/rulings/ruling-06")).json()
    assert ruling["settings"] == ["table-13"]
    assert "artax" in ruling["cards"]
    assert isinstance(ruling["examples"], list)


async def test_settings_are_those_of_the_engine(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/v1/settings")).json()
    assert {one["name"]: one["id"] for one in answer["data"]} == SETTING_IDS
    assert all(one["default"] == getattr(DEFAULT, one["name"]) for one in answer["data"])
    assert answer["profile"] == "alpha-table"
    assert len(answer["notes"]) == 2


async def test_releases(client: httpx.AsyncClient) -> None:
    (release,) = (await client.get("/v1/releases")).json()["data"]
    assert release["id"] == "20261028-artifact-rules-alpha02"
    assert (release["cards"], release["rules"]) == (22, 15)


@pytest.mark.parametrize(
    "path", ["rules/rule-16", "rules/rule-99/cards", "rulings/ruling-42", "settings/table-19"]
)
async def test_what_is_not_there(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(f"/v1/{path}")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"
    assert "is not known here; expected" in response.json()["detail"]


async def test_a_setting_leads_to_its_rules_and_rulings(client: httpx.AsyncClient) -> None:
    setting = (await client.get("/v1/settings/table-13")).json()
    assert (setting["rules"], setting["rulings"]) == (["rule-3"], ["ruling-06"])
    assert setting["name"] == "normal_targeting"
    assert setting["examples"]
    rule = (await client.get("/v1/rules/rule-3")).json()
    assert "table-13" in rule["settings"]


async def test_search_answers_with_snippets(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/v1/rules/search", params={"q": "largest reduction"})).json()
    assert answer["total"] == len(answer["data"])
    best = answer["data"][0]
    assert (best["id"], best["kind"], best["uri"]) == ("rule-10", "rule", "/v1/rules/rule-10")
    assert "largest" in best["snippet"]


async def test_search_comes_in_pages(client: httpx.AsyncClient) -> None:
    whole = (await client.get("/v1/rules/search?q=attack")).json()["data"]
    url, found = "/v1/rules/search?q=attack&page_size=7", []
    while url:
        answer = await client.get(url)
        found += answer.json()["data"]
        url = answer.headers.get("link", "").partition(">")[0].lstrip("<")
    assert found == whole


@pytest.mark.parametrize("query", ["", "q=", "q=…", f"q={'x' * 201}"])
async def test_a_search_for_nothing_is_refused(client: httpx.AsyncClient, query: str) -> None:
    answer = await client.get(f"/v1/rules/search?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_query")
    assert answer.json()["errors"][0]["parameter"] == "q"
