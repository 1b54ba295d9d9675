"""Passwords, invitations, offers, the waiting list, ratings, and what a match tells of them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATUS = "status IN ('open', 'playing', 'over', 'aborted')"
_VISIBILITY = "visibility IN ('public', 'unlisted', 'invite')"
_OLD_STATUS = "status IN ('open', 'playing', 'over')"
_OLD_VISIBILITY = "visibility IN ('public', 'unlisted')"


def upgrade() -> None:
    with op.batch_alter_table("players") as batch_op:
        batch_op.add_column(sa.Column("password_hash", sa.String(length=200), nullable=True))

    with op.batch_alter_table("matches") as batch_op:
        _replace_checks(batch_op, _STATUS, _VISIBILITY)
        batch_op.add_column(sa.Column("options", sa.Text(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("rematch_of", sa.String(length=36), nullable=True))
        batch_op.add_column(
            sa.Column("rating_due", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_matches_rematch_of_matches"), "matches", ["rematch_of"], ["id"]
        )
        batch_op.create_unique_constraint(batch_op.f("uq_matches_rematch_of"), ["rematch_of"])
        batch_op.create_index(
            batch_op.f("ix_matches_rating_due"),
            ["id"],
            sqlite_where=sa.text("rating_due"),
            postgresql_where=sa.text("rating_due"),
        )

    with op.batch_alter_table("seats") as batch_op:
        batch_op.add_column(
            sa.Column("waiting", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        batch_op.drop_index(batch_op.f("ix_seats_player_id"))
        batch_op.create_index(
            batch_op.f("ix_seats_player_id_waiting"), ["player_id", "waiting"], unique=False
        )

    op.create_table(
        "invites",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("match_id", sa.String(length=36), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_by", sa.String(length=36), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_invites_match_id_matches")
        ),
        sa.ForeignKeyConstraint(
            ["used_by"], ["players.id"], name=op.f("fk_invites_used_by_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invites")),
        sa.UniqueConstraint("sha256", name=op.f("uq_invites_sha256")),
    )
    with op.batch_alter_table("invites") as batch_op:
        batch_op.create_index(batch_op.f("ix_invites_match_id"), ["match_id"], unique=False)

    op.create_table(
        "offers",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("match_id", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("own_acts", sa.BigInteger(), nullable=False),
        sa.Column("other_acts", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_offers_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
    )
    with op.batch_alter_table("offers") as batch_op:
        batch_op.create_index(batch_op.f("ix_offers_match_id"), ["match_id"], unique=False)

    op.create_table(
        "lobby_entries",
        sa.Column("player_id", sa.String(length=36), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("deck_hash", sa.String(length=100), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_lobby_entries_match_id_matches")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_lobby_entries_player_id_players")
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_lobby_entries")),
    )
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.String(length=36), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_ratings_player_id_players")
        ),
        sa.PrimaryKeyConstraint("player_id", "ruleset", name=op.f("pk_ratings")),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("lobby_entries")
    op.drop_table("offers")
    op.drop_table("invites")
    with op.batch_alter_table("seats") as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_player_id_waiting"))
        batch_op.create_index(batch_op.f("ix_seats_player_id"), ["player_id"], unique=False)
        batch_op.drop_column("waiting")

    op.execute("UPDATE matches SET status = 'over' WHERE status = 'aborted'")
    op.execute("UPDATE matches SET visibility = 'unlisted' WHERE visibility = 'invite'")
    with op.batch_alter_table("matches") as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_rating_due"))
        batch_op.drop_constraint(batch_op.f("uq_matches_rematch_of"), type_="unique")
        batch_op.drop_constraint(batch_op.f("fk_matches_rematch_of_matches"), type_="foreignkey")
        batch_op.drop_column("rating_due")
        batch_op.drop_column("rematch_of")
        batch_op.drop_column("paused_at")
        batch_op.drop_column("options")
        _replace_checks(batch_op, _OLD_STATUS, _OLD_VISIBILITY)

    with op.batch_alter_table("players") as batch_op:
        batch_op.drop_column("password_hash")


def _replace_checks(batch_op: BatchOperations, status: str, visibility: str) -> None:
    for name, check in (("status", status), ("visibility", visibility)):
        if op.get_bind().dialect.name != "sqlite":  # where a table is written anew without them
            batch_op.drop_constraint(batch_op.f(f"ck_matches_{name}"), type_="check")
        batch_op.create_check_constraint(batch_op.f(f"ck_matches_{name}"), check)
