"""The three source documents are verbatim."""

import hashlib

import pytest

from app.paths import seeds_dir

DOCUMENTS = {
    "000_4dfc3b9698240891.txt": "4335259252b9ee0b63a7a660cf4d375ce3937c68c7b87d6d33d5112792370e81",
    "001_b7f360cd1f1bd8bf.txt": "dc7fcd340c75a5824765b03c5000d1149235045092244ab0f8a6abc05cb3b509",
    "002_c2937020e82363f1.txt": "e7483c15cf5f44ab4bab90aaf16cb26409b27da1f56491fd23c923b6a010e8c3",
}


@pytest.mark.parametrize(("name", "digest"), DOCUMENTS.items())
def test_verbatim(name: str, digest: str) -> None:
    assert hashlib.sha256((seeds_dir() / name).read_bytes()).hexdigest() == digest
