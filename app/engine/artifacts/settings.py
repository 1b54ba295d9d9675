"""The table settings: what the reference leaves open, as data that every match may override."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Settings(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """Profile `alpha-table`; each field is one setting, cited by its id in `SETTING_IDS`."""

    deck_size: Annotated[int, Meta(ge=1, le=200)] = 30
    max_copies: Annotated[int, Meta(ge=1, le=200)] = 3
    min_basics: Annotated[int, Meta(ge=1, le=200)] = 4
    opening_hand: Annotated[int, Meta(ge=1, le=60)] = 5
    bench_size: Annotated[int, Meta(ge=0, le=20)] = 4
    deployments_per_prepare: Annotated[int, Meta(ge=0, le=100)] | None = None
    evolve_delay: bool = True
    lands_per_prepare: Annotated[int, Meta(ge=0, le=100)] = 1
    first_player_draws: bool = False
    draw_per_turn: Annotated[int, Meta(ge=0, le=60)] = 1
    deck_out: Literal["lose", "continue"] = "lose"
    knockouts_to_win: Annotated[int, Meta(ge=1, le=100)] = 3
    normal_targeting: Literal["active", "any"] = "active"
    hand_limit: Annotated[int, Meta(ge=0, le=200)] | None = None
    turn_limit: Annotated[int, Meta(ge=1, le=10_000)] = 100
    asleep_blocks_attack: bool = True
    starting_seat: Literal["random", 0, 1] = "random"
    first_turn_attack: bool = True


PROFILE = "alpha-table"
DEFAULT = Settings()
SETTING_IDS = {
    name: f"table-{number:02}" for number, name in enumerate(Settings.__struct_fields__, start=1)
}
