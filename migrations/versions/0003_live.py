"""Clocks, answers that can be asked for again, undone actions, and when things happened."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.batch_alter_table("matches") as batch_op:
        batch_op.add_column(sa.Column("timing", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("deadline_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f("ix_matches_deadline_at"), ["deadline_at"], unique=False)

    for table in ("actions", "ability_uses"):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(sa.Column("undone_by", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("events") as batch_op:
        batch_op.add_column(sa.Column("at", sa.DateTime(timezone=True), nullable=True))
    # No finer moment is known of what was stored before.
    op.execute(
        "UPDATE events SET at = (SELECT updated_at FROM matches WHERE matches.id = match_id)"
    )
    with op.batch_alter_table("events") as batch_op:
        batch_op.alter_column("at", existing_type=sa.DateTime(timezone=True), nullable=False)

    op.create_table(
        "keyed_answers",
        sa.Column("player_id", sa.String(length=36), nullable=False),
        sa.Column("scope", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_keyed_answers_player_id_players")
        ),
        sa.PrimaryKeyConstraint("player_id", "scope", "key", name=op.f("pk_keyed_answers")),
    )
    with op.batch_alter_table("keyed_answers") as batch_op:
        batch_op.create_index(
            batch_op.f("ix_keyed_answers_expires_at"), ["expires_at"], unique=False
        )
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )


def downgrade() -> None:
    op.drop_table("heartbeats")
    op.drop_table("keyed_answers")
    with op.batch_alter_table("events") as batch_op:
        batch_op.drop_column("at")
    for table in ("ability_uses", "actions"):
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column("undone_by")
    with op.batch_alter_table("matches") as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_deadline_at"))
        batch_op.drop_column("deadline_at")
        batch_op.drop_column("timing")
