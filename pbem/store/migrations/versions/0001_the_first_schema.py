"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("stop_reason", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state IN ('running', 'stopped', 'over')", name=op.f("ck_game_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("email", name=op.f("uq_player_email")),
    )
    op.create_table(
        "deadline",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ask_seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("wall_time", sa.Text(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('reminder', 'deadline', 'grace')", name=op.f("ck_deadline_kind")),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_deadline_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "id", name=op.f("pk_deadline")),
    )
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.create_index(
            "ix_deadline_open",
            ["due_utc"],
            unique=False,
            sqlite_where=sa.text("done_at IS NULL"),
            postgresql_where=sa.text("done_at IS NULL"),
        )

    op.create_table(
        "entry",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_entry_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_entry")),
    )
    op.create_table(
        "in_mail",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("door", sa.Text(), nullable=False),
        sa.Column("envelope_from", sa.Text(), nullable=False),
        sa.Column("envelope_to", sa.Text(), nullable=False),
        sa.Column("arrived_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("handled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.CheckConstraint("door IN ('imap', 'lmtp', 'ingest', 'webhook')", name=op.f("ck_in_mail_door")),
        sa.CheckConstraint(
            "state IN ('stored', 'accepted', 'partly', 'held', 'ignored', 'rejected', 'quarantined')",
            name=op.f("ck_in_mail_state"),
        ),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_in_mail_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_in_mail")),
    )
    with op.batch_alter_table("in_mail", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_in_mail_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_in_mail_message_id"), ["message_id"], unique=False)
        batch_op.create_index(
            "ix_in_mail_unread",
            ["arrived_at"],
            unique=False,
            sqlite_where=sa.text("state = 'stored'"),
            postgresql_where=sa.text("state = 'stored'"),
        )

    op.create_table(
        "order_draft",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("ask_seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_order_draft_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "seat", "ask_seq", name=op.f("pk_order_draft")),
    )
    op.create_table(
        "out_line",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["player.id"], name=op.f("fk_out_line_player"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "player", "digest", name=op.f("pk_out_line")),
    )
    op.create_table(
        "out_mail",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("last_reply", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('queued', 'leased', 'sent', 'deferred', 'failed', 'suppressed')", name=op.f("ck_out_mail_state")
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["player.id"], name=op.f("fk_out_mail_player"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "key", name=op.f("pk_out_mail")),
        sa.UniqueConstraint("message_id", name=op.f("uq_out_mail_message_id")),
    )
    with op.batch_alter_table("out_mail", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_out_mail_player"), ["player"], unique=False)
        batch_op.create_index(batch_op.f("ix_out_mail_recipient"), ["recipient"], unique=False)
        batch_op.create_index(
            "ix_out_mail_waiting",
            ["priority", "next_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('queued', 'leased', 'deferred')"),
            postgresql_where=sa.text("state IN ('queued', 'leased', 'deferred')"),
        )

    op.create_table(
        "report",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("from_seq", sa.Integer(), nullable=False),
        sa.Column("to_seq", sa.Integer(), nullable=False),
        sa.Column("turn_name", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_report_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "seat", "number", name=op.f("pk_report")),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("aide", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'taken', 'left')", name=op.f("ck_seat_state")),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_seat_game"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["player.id"], name=op.f("fk_seat_player"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player"), ["player"], unique=False)

    op.create_table(
        "sign_in",
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player"], ["player.id"], name=op.f("fk_sign_in_player"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("nonce", name=op.f("pk_sign_in")),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules_version", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_snapshot_game"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "imap_key",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail"], ["in_mail.id"], name=op.f("fk_imap_key_mail"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("account", "folder", "uidvalidity", "uid", name=op.f("pk_imap_key")),
    )


def downgrade() -> None:
    op.drop_table("imap_key")
    op.drop_table("snapshot")
    op.drop_table("sign_in")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_player"))

    op.drop_table("seat")
    op.drop_table("report")
    with op.batch_alter_table("out_mail", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_out_mail_waiting",
            sqlite_where=sa.text("state IN ('queued', 'leased', 'deferred')"),
            postgresql_where=sa.text("state IN ('queued', 'leased', 'deferred')"),
        )
        batch_op.drop_index(batch_op.f("ix_out_mail_recipient"))
        batch_op.drop_index(batch_op.f("ix_out_mail_player"))

    op.drop_table("out_mail")
    op.drop_table("out_line")
    op.drop_table("order_draft")
    with op.batch_alter_table("in_mail", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_in_mail_unread", sqlite_where=sa.text("state = 'stored'"), postgresql_where=sa.text("state = 'stored'")
        )
        batch_op.drop_index(batch_op.f("ix_in_mail_message_id"))
        batch_op.drop_index(batch_op.f("ix_in_mail_game"))

    op.drop_table("in_mail")
    op.drop_table("entry")
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_deadline_open", sqlite_where=sa.text("done_at IS NULL"), postgresql_where=sa.text("done_at IS NULL")
        )

    op.drop_table("deadline")
    op.drop_table("player")
    op.drop_table("lease")
    op.drop_table("game")
