"""What Discord takes: the limits of an embed, and of a message."""

from typing import Any

MESSAGE = 2000


def size(text: str) -> int:
    """Return a length as Discord's own clients count it: in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def check_embed(embed: dict[str, Any]) -> None:
    """Hold an embed object against every limit that Discord documents."""
    fields = embed.get("fields", [])
    description, footer = embed.get("description", ""), embed.get("footer", {}).get("text", "")
    assert set(embed) <= {"title", "description", "url", "color", "fields", "footer"}
    assert 1 <= size(embed["title"]) <= 256
    assert size(description) <= 4096
    assert len(fields) <= 25
    for field in fields:
        assert set(field) == {"name", "value", "inline"}
        assert 1 <= size(field["name"].strip()) <= 256
        assert 1 <= size(field["value"].strip()) <= 1024
    assert size(footer) <= 2048
    texts = [embed["title"], description, footer]
    texts += [text for field in fields for text in (field["name"], field["value"])]
    assert sum(map(size, texts)) <= 6000
    assert description or fields
    assert 0 <= embed.get("color", 0) <= 0xFFFFFF
