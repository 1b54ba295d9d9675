import json

from starlette.requests import Request

from app.problems import Problem, problem_response


def test_half_a_surrogate_pair_in_a_detail_is_still_json() -> None:
    request = Request({"type": "http", "path": "/v1", "headers": []})
    response = problem_response(request, Problem("not_found", "no card “\ud800”"))
    assert json.loads(bytes(response.body))["detail"] == "no card “\ud800”"


def test_members_that_are_none_are_left_out() -> None:
    document = Problem("unknown_card", "…", candidates=["miso"], version=None).document("/v1")
    assert document["candidates"] == ["miso"]
    assert not {"version", "errors", "cites"} & document.keys()
