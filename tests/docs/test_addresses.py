"""What the docs say to ask for is there."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["api-clients.md", "discord-bots.md"]


def _unnamed(path: str) -> str:
    return re.sub(r"\{\w+\}|…", "{}", path)


@pytest.mark.parametrize("page", PAGES)
def test_every_address_is_documented(page: str) -> None:
    document = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    known = {_unnamed(path) for path in document["paths"]}
    text = (DOCS / page).read_text(encoding="utf-8")
    for path in re.findall(r"/v1/[a-z{}/…]+[a-z}]", text):
        assert _unnamed(path) in known, path


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (DOCS / target).is_file(), target
