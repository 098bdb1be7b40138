"""The bytes of mails in a table of their own, and what tells at a glance which games have players not told of a turn.

A row of the outbox is rewritten at each step, its mail never is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NOT_GONE_WELL = sa.text("kind = 'report' AND (state <> 'sent' OR returned <> '')")
MAIL = ["game", "key"]


def upgrade() -> None:
    op.create_table(
        "out_bytes",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(MAIL, [f"out_mail.{one}" for one in MAIL], deferrable=True, initially="DEFERRED"),
    )
    op.execute("INSERT INTO out_bytes (game, key, raw) SELECT game, key, raw FROM out_mail")
    with op.batch_alter_table("out_mail") as mails:
        mails.drop_column("raw")
    op.create_index(
        "ix_out_mail_not_gone_well",
        "out_mail",
        ["game"],
        sqlite_where=NOT_GONE_WELL,
        postgresql_where=NOT_GONE_WELL,
    )
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("clock_paused", sa.Boolean(), nullable=False, server_default=sa.false()))
    # A game that waits has no deadline.  Of these some have no clock at all: the next look at them finds that out.
    op.execute(
        "UPDATE game SET clock_paused = (1 = 1) WHERE state = 'running'"
        " AND NOT EXISTS (SELECT 1 FROM deadline d WHERE d.game = game.id AND d.done_at IS NULL)"
    )


def downgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.drop_column("clock_paused")
    op.drop_index("ix_out_mail_not_gone_well", "out_mail")
    with op.batch_alter_table("out_mail") as mails:
        mails.add_column(sa.Column("raw", sa.LargeBinary(), nullable=False, server_default=""))
    op.execute(
        "UPDATE out_mail SET raw = b.raw FROM out_bytes AS b WHERE b.game = out_mail.game AND b.key = out_mail.key"
    )
    op.drop_table("out_bytes")
