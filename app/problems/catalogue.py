"""Every problem that the server knows: its code, status and title, and what its page says."""

from dataclasses import dataclass

ILLEGAL_ACTION = "illegal_action"


@dataclass(frozen=True)
class Kind:
    """What a problem code means. `page` is for a person who has just met it."""

    code: str
    status: int
    title: str
    page: str
    family: str | None = None
    """The code whose page this one shares; a refusal's is `illegal_action`."""

    @property
    def slug(self) -> str:
        """The last part of the `type` URI."""
        return (self.family or self.code).replace("_", "-")

    @property
    def type(self) -> str:
        """The problem's `type`: a URI reference to its page on this server."""
        return f"/problems/{self.slug}"


_GENERAL = (
    Kind(
        "malformed_request",
        400,
        "This is no HTTP request",
        "What was sent cannot be read as HTTP: the request line, the method or a header is broken. "
        "The connection is closed.",
    ),
    Kind(
        "malformed_json",
        400,
        "The body is not JSON",
        "The request's body could not be read as JSON. Send UTF-8 JSON with "
        "`Content-Type: application/json`; `detail` says where reading stopped.",
    ),
    Kind(
        "invalid_query",
        400,
        "The query cannot be understood",
        "A query parameter, or a query in the card language, is malformed. `errors` names the "
        "parameter and what is allowed there; for a query, `position`, `allowed` and `nearest` say "
        "where and what instead. No part of a query is ever dropped silently.",
    ),
    Kind(
        "invalid_header",
        400,
        "A header cannot be understood",
        "A request header or cookie has a value that the server cannot read; `errors` names it.",
    ),
    Kind(
        "unauthorized",
        401,
        "A token is needed",
        "Send `Authorization: Bearer <token>` with the token that `POST /v1/players` gave. It is "
        "shown once; a token that was revoked, or never existed, gives this problem too.",
    ),
    Kind(
        "login_failed",
        401,
        "The name and the password do not fit",
        "Nobody has this name with this password. Whether the name exists is not told.",
    ),
    Kind(
        "insufficient_scope",
        403,
        "The token is not good for this",
        "The token's scopes do not allow this; `needed` says which one would. A token with `read` "
        "looks, one with `play` acts, and `admin` is the operator's.",
    ),
    Kind(
        "bad_invite",
        403,
        "The invitation is not good",
        "The code is wrong, was used already, or belongs to another match. Ask whoever made the "
        "match for a fresh one.",
    ),
    Kind(
        "forbidden",
        403,
        "This is not yours",
        "The token is good, but what was asked for belongs to somebody else.",
    ),
    Kind(
        "not_for_spectators",
        403,
        "The match is shown to its players only",
        "Once a match has begun, others see it only where its options say `spectators: on`.",
    ),
    Kind(
        "not_found",
        404,
        "There is no such thing",
        "Nothing lives at this address: the path is unknown, or it names something that does not "
        "exist (any more) or that you may not see.",
    ),
    Kind(
        "unknown_card",
        404,
        "There is no such card",
        "No card has this name or id. `candidates` lists the nearest names.",
    ),
    Kind(
        "ambiguous_name",
        404,
        "Several cards fit this name",
        "The name fits more than one card. `candidates` lists them: say which is meant.",
    ),
    Kind(
        "method_not_allowed",
        405,
        "The method is not allowed here",
        "The address exists, but not with this method. The `Allow` header lists the methods.",
    ),
    Kind(
        "stale_decision",
        409,
        "The decision is not open any more",
        "The `decision_id` names a decision that was answered, or replaced, in the meantime. Fetch "
        "the match's decision again and answer that one. Nothing was changed.",
    ),
    Kind(
        "match_over",
        409,
        "The match is over",
        "A finished match takes no further actions.",
    ),
    Kind(
        "match_paused",
        409,
        "The match rests",
        "While a match is paused nobody may act but to concede, and no clock runs.",
    ),
    Kind(
        "undo_refused",
        409,
        "This cannot be taken back",
        "An action is taken back only while nobody has learned from it and nobody else has acted "
        "since; the other seat may agree to the latter. `detail` says what forbids it: the options "
        "of the match, an action, or the event that told somebody what was hidden.",
    ),
    Kind(
        "no_clock",
        409,
        "The match has no clock",
        "Time is given to a seat only where its time runs out.",
    ),
    Kind(
        "request_in_flight",
        409,
        "The same request is being answered",
        "A request with this `Idempotency-Key` came and is not answered yet. Send it again in a "
        "moment: then it is answered as the first.",
    ),
    Kind(
        "match_full",
        409,
        "Every seat is taken",
        "The match already has all its players.",
    ),
    Kind(
        "already_seated",
        409,
        "You sit at this match already",
        "A player takes one seat of a match.",
    ),
    Kind(
        "judge_of_match",
        409,
        "A judge does not play",
        "Who judges a match takes no seat at it, and who sits at it does not judge it.",
    ),
    Kind(
        "no_invites",
        409,
        "The match needs no invitation",
        "Only a match with `visibility: invite` is entered by invitation.",
    ),
    Kind(
        "too_late",
        409,
        "It is too late for this",
        "A match is aborted before anybody has acted, and a judge is appointed by its maker before "
        "it begins; `detail` says which it is.",
    ),
    Kind(
        "offer_open",
        409,
        "This is offered already",
        "A seat has one open offer of a kind, and what the other seat offers is accepted, not "
        "offered back. `offer` is the id of the open one.",
    ),
    Kind(
        "offer_closed",
        409,
        "The offer is not open any more",
        "It was answered, or has expired: one to take back expires when either seat acts, a draw "
        "or a pause when the other seat does, all of them with the end of the match.",
    ),
    Kind(
        "already_judge",
        409,
        "The player is a judge already",
        "A match has each judge once.",
    ),
    Kind(
        "not_now",
        409,
        "This cannot be done now",
        "The match is not in the state for this; `detail` says what is missing. Nothing was "
        "changed.",
    ),
    Kind(
        "already_waiting",
        409,
        "You wait already",
        "A player has one place on the waiting list. Leave it before you enter it anew.",
    ),
    Kind(
        "name_taken",
        409,
        "The name is taken",
        "Another player has this name; upper and lower case make no difference. Choose another, or "
        "none to play as a guest.",
    ),
    Kind(
        "hidden_information",
        409,
        "The answer depends on hidden cards",
        "The judge was given a view, and the action needs cards that this view does not show. Send "
        "a whole position, or ask about an action that does not need them.",
    ),
    Kind(
        "precondition_failed",
        412,
        "It has changed in the meantime",
        "The `If-Match` header does not fit the present version. Fetch it again, then decide anew.",
    ),
    Kind(
        "payload_too_large",
        413,
        "The body is too large",
        "The request's body is larger than the server takes; `detail` says how much that is.",
    ),
    Kind(
        "invalid_payload",
        422,
        "The payload has the wrong shape",
        "The body is JSON but not what this address takes. Each of `errors` has a `pointer` (a "
        "JSON Pointer into the body) and says what is wrong there.",
    ),
    Kind(
        "invalid_position",
        422,
        "No game can reach this position",
        "The position has the right shape, but contradicts the rules (a doubled id, a card that "
        "does not exist, damage beyond the maximum HP, …). Each of `errors` points to the place.",
    ),
    Kind(
        "deck_not_legal",
        422,
        "The deck is not legal",
        "The deck cannot be played with these table settings. `verdict` is what "
        "`POST /v1/decks/validate` says about it, with suggestions.",
    ),
    Kind(
        "idempotency_key_reused",
        422,
        "The idempotency key was used for something else",
        "The same `Idempotency-Key` came before with another body. Use a fresh key for each new "
        "request, and repeat a request only as it was.",
    ),
    Kind(
        "rate_limited",
        429,
        "Too many requests",
        "Wait for as many seconds as `Retry-After` says, then go on more slowly.",
    ),
    Kind(
        "internal_error",
        500,
        "The server made a mistake",
        "This is a fault of the server, not of the request. It was logged with the request id of "
        "the `X-Request-ID` header: please report that.",
    ),
    Kind(
        "unavailable",
        503,
        "The server cannot answer just now",
        "Something that the server depends on is down. Nothing was changed; repeat the request "
        "after as many seconds as `Retry-After` says.",
    ),
    Kind(
        ILLEGAL_ACTION,
        409,
        "The rules do not allow this",
        "The action is well formed, but a rule refuses it. `code` says which kind of refusal it is "
        "(the list below), `cites` names the card, ability, rules, rulings or table settings that "
        "it rests on, and `detail` says what would have made it legal. A refusal changes nothing.",
    ),
)

_REFUSALS = {
    "not_your_decision": "Another seat is asked just now.",
    "wrong_decision": "The action does not answer what is asked.",
    "wrong_phase": "The action belongs to another phase of the turn.",
    "not_enough_energy": "The ability costs more Energy than the seat has.",
    "no_such_card": "There is no card with this id where the action looks for it.",
    "no_such_ability": "The card has no ability of this name.",
    "not_yours": "The card belongs to the other seat.",
    "wrong_kind": "This kind of card, or of ability, cannot be used in this way.",
    "not_active": "A combatant attacks only while it is the Active combatant.",
    "illegal_target": "The ability cannot be aimed at this target.",
    "missing_target": "The ability needs a target, or more of them.",
    "too_many_targets": "The ability takes fewer targets.",
    "condition_not_met": "A condition printed on the card does not hold.",
    "already_used_this_turn": "The ability works once per turn, and has.",
    "already_used_this_game": "The ability works once per game, and has.",
    "limit_one_in_play": "A card of this title is in play already, and only one may be.",
    "item_already_played": "One Item per turn.",
    "land_already_played": "One Land per turn.",
    "bench_full": "The Bench has no room.",
    "deployment_limit": "No further combatant may be deployed this turn.",
    "evolved_too_soon": "The combatant entered play, or evolved, too recently to evolve.",
    "already_attacked": "One attack per turn.",
    "after_attack": "Nothing of this kind may follow the attack.",
    "already_switched": "One switch per turn.",
    "asleep": "The combatant is asleep.",
    "not_unlocked": "Nothing has supplied this attack this turn.",
    "bad_choice": "The choice is not among those offered.",
}

KINDS: dict[str, Kind] = {kind.code: kind for kind in _GENERAL} | {
    code: Kind(code, 409, "The rules do not allow this", page, family=ILLEGAL_ACTION)
    for code, page in _REFUSALS.items()
}
"""Every kind by its code."""

REFUSAL_CODES = tuple(_REFUSALS)
"""The codes of a refusal by the rules, all with the type `/problems/illegal-action`."""
