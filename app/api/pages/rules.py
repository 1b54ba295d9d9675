"""Pages about rules, rulings and table settings."""

from collections.abc import Iterable, Sequence
from html import escape

import msgspec

from app.api.pages.layout import article, card_links, cited, following, frame, paragraph, row
from app.content.library import Library
from app.content.rules import Rule, Ruling, TableSetting
from app.services.examples import LiveExample


def rules_page(library: Library, rules: Iterable[Rule], more: str | None) -> str:
    """Return the page of the shared rules; `more` is the address of the next one."""
    told = (
        article(rule.id, _rule_heading(rule), f"/v1/rules/{rule.id}", _rule(library, rule))
        for rule in rules
    )
    return frame("Rules", "".join(told) + following(more))


def rule_page(library: Library, rule: Rule, examples: Sequence[LiveExample]) -> str:
    """Return the page of one shared rule."""
    return frame(_rule_heading(rule), _rule(library, rule) + _examples(examples))


def rulings_page(library: Library, rulings: Iterable[Ruling], more: str | None) -> str:
    """Return the page of the rulings."""
    told = (
        article(
            ruling.id, _ruling_heading(ruling), f"/v1/rulings/{ruling.id}", _ruling(library, ruling)
        )
        for ruling in rulings
    )
    about = paragraph("How printed texts are read where they leave a choice.", "faint")
    return frame("Rulings", about + "".join(told) + following(more))


def ruling_page(library: Library, ruling: Ruling, examples: Sequence[LiveExample]) -> str:
    """Return the page of one ruling."""
    return frame(_ruling_heading(ruling), _ruling(library, ruling) + _examples(examples))


def settings_page(library: Library, settings: Iterable[TableSetting], more: str | None) -> str:
    """Return the page of the table settings."""
    told = (
        article(one.id, _setting_heading(one), f"/v1/settings/{one.id}", _setting(library, one))
        for one in settings
    )
    about = "".join(paragraph(note, "faint") for note in library.settings_notes)
    return frame("Table settings", about + "".join(told) + following(more))


def setting_page(library: Library, setting: TableSetting, examples: Sequence[LiveExample]) -> str:
    """Return the page of one table setting."""
    return frame(_setting_heading(setting), _setting(library, setting) + _examples(examples))


def _rule_heading(rule: Rule) -> str:
    return f"{rule.id} · {rule.title}"


def _ruling_heading(ruling: Ruling) -> str:
    return f"{ruling.id} · {ruling.heading}"


def _setting_heading(setting: TableSetting) -> str:
    return f"{setting.id} · {setting.name}"


def _rule(library: Library, rule: Rule) -> str:
    return (
        paragraph(rule.text)
        + paragraph(rule.origin, "faint")
        + row("Rulings", map(cited, rule.rulings))
        + row("Table settings", map(cited, rule.settings))
        + row("Cards", card_links(library, rule.cards))
    )


def _ruling(library: Library, ruling: Ruling) -> str:
    return (
        paragraph(ruling.text)
        + row("Rules", map(cited, ruling.rules))
        + row("Table settings", map(cited, ruling.settings))
        + row("Cards", card_links(library, ruling.cards))
    )


def _setting(library: Library, setting: TableSetting) -> str:
    profile = library.release.profile
    return (
        paragraph(setting.meaning)
        + paragraph(f"Default of the profile {profile}: {setting.shown}")
        + row("Rules", map(cited, setting.rules))
        + row("Rulings", map(cited, setting.rulings))
    )


def _examples(examples: Sequence[LiveExample]) -> str:
    if not examples:
        return ""
    return "<h2>Examples, played by the engine</h2>\n" + "".join(map(_example, examples))


def _example(example: LiveExample) -> str:
    outcome = example.outcome
    mark = '<span class="good">✓</span>' if outcome.passed else '<span class="bad">✗</span>'
    refused = "" if outcome.refusal is None else paragraph(f"Refused: {outcome.refusal.detail}")
    wrong = "".join(paragraph(difference, "bad") for difference in outcome.differences)
    return (
        f"<details><summary>{mark} {escape(example.name)}</summary>\n{refused}{wrong}"
        f"<p>The position</p>{_json(example.position)}<p>What is done</p>{_json(example.actions)}"
        f"<p>What happens</p>{_json(outcome.events)}</details>\n"
    )


def _json(value: object) -> str:
    told = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
    return f"<pre>{escape(told)}</pre>\n"
