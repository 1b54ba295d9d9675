"""Players: who they are, and how they prove it."""

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from app.db.base import Moment
from app.db.players import NameTakenError, PlayerStore, StoredPlayer, StoredToken
from app.services.failure import Failure, invalid, not_found
from app.services.ids import is_id, new_id, now
from app.services.memory import Memory
from app.services.passwords import Passwords
from app.services.scopes import FULL, Scope, insufficient, scopes_in, stored_scopes

NAME_LENGTH = 40
LABEL_LENGTH = 100
_TOUCH_EVERY = timedelta(seconds=20)
_TRUSTED_SECONDS = 5.0
_SPACES = re.compile(r"\s+")


class Profile(Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a player."""

    id: str
    name: str
    guest: bool
    created_at: Moment | None = None


class NewAccount(Struct, frozen=True):
    """A player who was just made or has signed in, and a new token, which is told only now."""

    player: Profile
    token: str


class NewToken(Struct, frozen=True):
    """A token that was just made. `token` is the secret, and told only now."""

    id: str
    label: str | None
    scopes: str
    created_at: Moment
    token: str


class Account(Struct, frozen=True):
    """A player who has shown a token, which one it was, and what it is good for."""

    profile: Profile
    token: str
    scopes: frozenset[str] = frozenset(FULL)

    @property
    def id(self) -> str:
        """The player's id."""
        return self.profile.id


def display_name(player: str, name: str | None, *, gone: bool) -> str:
    """Return what a player is called on screen; guests differ by the end of their id."""
    if gone:
        return "Deleted player"
    return name or f"Guest {player[-4:].upper()}"


def _profile(player: StoredPlayer) -> Profile:
    name = display_name(player.id, player.name, gone=player.deleted_at is not None)
    return Profile(player.id, name, player.name is None, player.created_at)


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _folded(tidy: str) -> str:
    return unicodedata.normalize("NFKC", tidy).casefold()


def _new_token(label: str | None, scopes: Iterable[str]) -> tuple[StoredToken, str]:
    """Return a token and its secret."""
    return StoredToken(new_id(), label, stored_scopes(scopes), now()), secrets.token_urlsafe(32)


def _tidy(name: str) -> str:
    tidy = _SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip()
    if not tidy or len(tidy) > NAME_LENGTH or not tidy.isprintable():
        raise invalid("/name", f"A name has 1 to {NAME_LENGTH} printable characters.")
    return tidy


def _tidy_label(label: str | None) -> str | None:
    if label is not None and (len(label) > LABEL_LENGTH or not label.isprintable()):
        raise invalid("/label", f"A label has at most {LABEL_LENGTH} printable characters.")
    return label


class Players:
    """The use cases around players and tokens."""

    def __init__(self, store: PlayerStore) -> None:
        self._store = store
        self._passwords = Passwords()
        self._known: Memory[str, tuple[Account, float]] = Memory(10_000)
        self._noted: Memory[str, datetime] = Memory(10_000)

    async def create(self, name: str | None = None, password: str | None = None) -> NewAccount:
        """Make a named player, who may have a password, or a guest.

        Names compare without regard to case. Raises `Failure` for one that cannot be, or is taken.
        """
        tidy = None if name is None else _tidy(name)
        if tidy is None and password is not None:
            raise invalid("/password", "A password needs a name to sign in with.")
        password_hash = None if password is None else await self._passwords.hashed(password)
        token, secret = _new_token(None, FULL)
        player = StoredPlayer(new_id(), tidy, token.created_at)
        folded = None if tidy is None else _folded(tidy)
        try:
            await self._store.add(player, folded, token, _hashed(secret), password_hash)
        except NameTakenError:
            raise Failure("name_taken", f"Somebody is called “{tidy}” already.") from None
        return NewAccount(_profile(player), secret)

    async def login(self, name: str, password: str) -> NewAccount:
        """Sign a named player in with a new token. Raises `Failure` unless the password fits.

        The answer, and the time it takes, are the same for a name that nobody has.
        """
        tidy = _SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip()
        found = await self._store.named(_folded(tidy))
        stored = None if found is None else found.password_hash
        if not await self._passwords.fits(password, stored) or found is None:
            raise Failure("login_failed", "Nobody has this name with this password.")
        token, secret = _new_token("Signed in", FULL)
        await self._store.add_token(found.player.id, token, _hashed(secret))
        return NewAccount(_profile(found.player), secret)

    async def set_password(self, player: str, password: str, current: str | None) -> None:
        """Give the account another password, or its first. Raises `Failure`.

        `current` is the password so far; a guest has no name to sign in with, and gets none.
        """
        found = await self._store.sign_in_of(player)
        if found is None or found.player.name is None:
            raise invalid("/password", "A password needs a name to sign in with.")
        if found.password_hash is not None and not await self._passwords.fits(
            current or "", found.password_hash
        ):
            raise Failure("forbidden", "`current` is not the password of this account.")
        await self._store.set_password(player, await self._passwords.hashed(password))

    async def make_token(
        self, account: Account, scopes: Sequence[Scope], label: str | None
    ) -> NewToken:
        """Make another token of the account's, good for no more than the one it is made with."""
        if not scopes:
            raise invalid("/scopes", "A token is good for something: play, read.")
        for scope in scopes:
            if scope == "admin":
                raise Failure("forbidden", "Only the operator gives the scope “admin”.")
            if scope not in account.scopes:
                raise insufficient(scope)
        token, secret = _new_token(_tidy_label(label), scopes)
        await self._store.add_token(account.id, token, _hashed(secret))
        return NewToken(token.id, token.label, token.scopes, token.created_at, secret)

    async def make_admin_token(self, name: str) -> str:
        """Make a token with every scope for the named player, as only the operator may.

        Return its secret. Raises `Failure` if nobody is called so.
        """
        found = await self._store.named(_folded(_tidy(name)))
        if found is None:
            raise not_found(f"player called “{name}”")
        token, secret = _new_token("From the operator", (*FULL, "admin"))
        await self._store.add_token(found.player.id, token, _hashed(secret))
        return secret

    async def authenticate(self, secret: str) -> Account:
        """Return whose token this is. Raises `Failure` if it is nobody's.

        What another process revokes is known here `_TRUSTED_SECONDS` later at the latest.
        """
        sha256 = _hashed(secret)
        known = self._known.recall(sha256)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        bearer = await self._store.bearer(sha256)
        if bearer is None:
            raise Failure("unauthorized", "This token is unknown or revoked.")
        moment = now()
        if bearer.last_used_at is None or moment - bearer.last_used_at > _TOUCH_EVERY:
            await self._store.touch(bearer.token, moment)
        account = Account(_profile(bearer.player), bearer.token, scopes_in(bearer.scopes))
        self._known.remember(sha256, (account, time.monotonic() + _TRUSTED_SECONDS))
        return account

    async def still_here(self, account: Account) -> None:
        """Note, now and then, that a player is connected who only listens, and asks nothing."""
        moment = now()
        noted = self._noted.recall(account.token)
        if noted is None or moment - noted > _TOUCH_EVERY:
            self._noted.remember(account.token, moment)
            await self._store.touch(account.token, moment)

    async def last_seen(self, player: str) -> datetime | None:
        """Return when the player was last heard of, to within `_TOUCH_EVERY`."""
        return await self._store.last_seen(player)

    async def tokens(self, player: str) -> list[StoredToken]:
        """Return the player's tokens without their secrets, revoked ones too."""
        return await self._store.tokens(player)

    async def revoke(self, player: str, token: str) -> None:
        """Revoke one of the player's tokens. Raises `Failure` if there is none to revoke."""
        if not is_id(token) or not await self._store.revoke(player, token, now()):
            raise not_found(f"token {token} of yours to revoke")
        self._known.forget_all()

    async def forget(self, player: str) -> None:
        """Delete the account: the tokens and the name go, what others played against stays."""
        await self._store.forget(player, now())
        self._known.forget_all()
