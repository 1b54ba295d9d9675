"""The bot of `docs/discord-bots.md`, run as it stands there, with a stand-in for Discord."""

import inspect
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.support.discord import MESSAGE, check_embed
from tests.support.server import Server

PAGE = Path(__file__).parents[2] / "docs" / "discord-bots.md"


class _Command:
    """A command, as the decorators of discord.py make one of a function."""

    def __init__(self, callback: Callable[..., Any]) -> None:
        self.name = callback.__name__
        self.callback = callback
        self.completions: dict[str, Callable[..., Any]] = {}

    def autocomplete(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        assert name in inspect.signature(self.callback).parameters

        def keep(callback: Callable[..., Any]) -> Callable[..., Any]:
            self.completions[name] = callback
            return callback

        return keep


class _Group:
    """A tree or a group of commands."""

    def __init__(self, *_: object, name: str = "", description: str = "-") -> None:
        assert 1 <= len(description) <= 100
        self.name = name
        self.commands: dict[str, Any] = {}

    def command(self, *, description: str) -> Callable[[Callable[..., Any]], _Command]:
        assert 1 <= len(description) <= 100

        def add(callback: Callable[..., Any]) -> _Command:
            command = self.commands[callback.__name__] = _Command(callback)
            return command

        return add

    def add_command(self, group: Any) -> None:
        self.commands[group.name] = group


class _Modal:
    def __init_subclass__(cls, *, title: str) -> None:
        assert 1 <= len(title) <= 45


class _Embed(SimpleNamespace):
    @classmethod
    def from_dict(cls, embed: dict[str, Any]) -> "_Embed":
        check_embed(embed)
        return cls(**embed)


class _Interaction:
    """What somebody did in a chat, and what the bot answered."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.response = self

    async def send_message(
        self, text: str = "", *, embed: _Embed | None = None, ephemeral: bool = False
    ) -> None:
        assert len(text) <= MESSAGE
        self.told.append((text or embed, ephemeral))

    async def send_modal(self, modal: Any) -> None:
        self.told.append(modal)


def _describe(**options: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def check(callback: Callable[..., Any]) -> Callable[..., Any]:
        assert set(options) <= set(inspect.signature(callback).parameters)
        return callback

    return check


def _stand_ins() -> dict[str, ModuleType]:
    commands = ModuleType("discord.app_commands")
    vars(commands).update(CommandTree=_Group, Group=_Group, describe=_describe, Choice=_Choice)
    discord = ModuleType("discord")
    vars(discord).update(
        Client=type("Client", (), {"__init__": lambda *_, **__: None}),
        Intents=SimpleNamespace(none=lambda: None),
        AllowedMentions=SimpleNamespace(none=lambda: None),
        Interaction=_Interaction,
        Embed=_Embed,
        TextStyle=SimpleNamespace(paragraph="paragraph"),
        ui=SimpleNamespace(Modal=_Modal, TextInput=lambda **_: ""),
        app_commands=commands,
    )
    return {"discord": discord, "discord.app_commands": commands}


class _Choice(SimpleNamespace):
    def __class_getitem__(cls, _: object) -> type["_Choice"]:
        return cls


@pytest.fixture
async def bot(
    docs_server: Server, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> AsyncIterator[dict[str, Any]]:
    """What the code of the page defines."""
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for name, module in _stand_ins().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setenv("PURRBITER", docs_server.url)
    defined: dict[str, Any] = {"__name__": "bot"}
    exec(compile(code, str(PAGE), "exec"), defined)
    yield defined
    await defined["purrbiter"].aclose()


async def test_a_card_is_shown(bot: dict[str, Any]) -> None:
    somebody = _Interaction()
    await bot["bot"].tree.commands["card"].callback(somebody, "twinlight")
    [(embed, private)] = somebody.told
    assert embed.title == "The Twinlight Wand"
    assert not private


async def test_a_card_that_is_not_there_is_said_to_be_so(bot: dict[str, Any]) -> None:
    somebody = _Interaction()
    await bot["bot"].tree.commands["card"].callback(somebody, "purrr")
    [(text, private)] = somebody.told
    assert text.startswith("No card is called 'purrr'.")
    assert private


async def test_names_are_completed(bot: dict[str, Any]) -> None:
    complete = bot["bot"].tree.commands["card"].completions["name"]
    assert [one.value for one in await complete(_Interaction(), "twin")] == ["twinlight-wand"]
    assert await complete(_Interaction(), "") == []


async def test_a_pasted_deck_is_checked(bot: dict[str, Any]) -> None:
    somebody = _Interaction()
    await bot["bot"].tree.commands["deck"].commands["check"].callback(somebody)
    [modal] = somebody.told
    modal.cards = "3 Furthings\n2 Shredder"
    await modal.on_submit(somebody)
    embed, private = somebody.told[1]
    assert embed.description.startswith("Not legal")
    assert private
