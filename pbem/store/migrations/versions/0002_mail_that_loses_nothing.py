"""Mails that come back, further addresses, turns to come, quiet hours."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

STATES = "'stored', 'accepted', 'partly', 'held', 'ignored', 'rejected', 'quarantined'"
RETURNED = "'', 'delayed', 'soft', 'hard'"


def text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default="")


def time(name: str, nullable: bool = True) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    _widen()
    _create_mail_tables()
    _create_people_tables()
    op.execute("UPDATE in_mail SET size = length(raw)")


def _widen() -> None:
    op.add_column("game", sa.Column("mail_held", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("quiet_from", "quiet_to", "digest_at"):
        op.add_column("player", text(name))
    for column in (text("sender"), text("subject"), time("wait_until")):
        op.add_column("in_mail", column)
    op.add_column("in_mail", sa.Column("size", sa.Integer(), nullable=False, server_default="0"))
    op.create_index(op.f("ix_in_mail_sender"), "in_mail", ["sender"])
    with op.batch_alter_table("out_mail") as mails:
        mails.add_column(text("returned"))
        mails.add_column(time("returned_at"))
        mails.create_check_constraint(op.f("ck_out_mail_returned"), f"returned IN ({RETURNED})")


def _create_mail_tables() -> None:
    op.create_table(
        "delivery",
        sa.Column("mail", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        time("handled_at", nullable=False),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_delivery_state")),
        _key("delivery", "mail", "in_mail"),
        _key("delivery", "game", "game"),
        sa.PrimaryKeyConstraint("mail", "game", "seat", name=op.f("pk_delivery")),
    )
    op.create_table(
        "pending_orders",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        time("at", nullable=False),
        _key("pending_orders", "game", "game"),
        _key("pending_orders", "by", "player"),
        sa.PrimaryKeyConstraint("game", "seat", "turn", name=op.f("pk_pending_orders")),
    )
    op.create_table(
        "reach",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        time("scored_at", nullable=False),
        time("lost_at"),
        sa.Column("last", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_reach")),
    )
    op.create_table(
        "mail_pause",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        time("since", nullable=False),
        _key("mail_pause", "game", "game"),
        _key("mail_pause", "player", "player"),
        sa.PrimaryKeyConstraint("game", "player", name=op.f("pk_mail_pause")),
    )
    op.create_table(
        "once_only",
        sa.Column("word", sa.Text(), nullable=False),
        time("until", nullable=False),
        sa.PrimaryKeyConstraint("word", name=op.f("pk_once_only")),
    )


def _create_people_tables() -> None:
    op.create_table(
        "player_address",
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        time("asked_at", nullable=False),
        time("verified_at"),
        _key("player_address", "player", "player"),
        sa.PrimaryKeyConstraint("email", name=op.f("pk_player_address")),
    )
    op.create_index(op.f("ix_player_address_player"), "player_address", ["player"])


def _key(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"), initially="DEFERRED", deferrable=True
    )


def downgrade() -> None:
    for table in ("player_address", "once_only", "mail_pause", "reach", "pending_orders", "delivery"):
        op.drop_table(table)
    with op.batch_alter_table("out_mail") as mails:
        mails.drop_constraint(op.f("ck_out_mail_returned"), type_="check")
        mails.drop_column("returned_at")
        mails.drop_column("returned")
    op.drop_index(op.f("ix_in_mail_sender"), "in_mail")
    for name in ("sender", "subject", "wait_until", "size"):
        op.drop_column("in_mail", name)
    for name in ("quiet_from", "quiet_to", "digest_at"):
        op.drop_column("player", name)
    op.drop_column("game", "mail_held")
