"""The end of each journal on its game's card, and how far its chain has been checked."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NOTHING = "0" * 64
"""The hash before the first entry."""


def upgrade() -> None:
    op.add_column("game", sa.Column("head_seq", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("head_hash", sa.Text(), nullable=False, server_default=NOTHING))
    op.add_column("game", sa.Column("broken_at", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE game SET head_seq = e.seq, head_hash = e.hash FROM entry e"
        " WHERE e.game = game.id AND e.seq = (SELECT max(l.seq) FROM entry l WHERE l.game = game.id)"
    )
    op.create_table(
        "chain_check",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_chain_check_game"), deferrable=True, initially="DEFERRED"
        ),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_chain_check")),
    )


def downgrade() -> None:
    op.drop_table("chain_check")
    with op.batch_alter_table("game") as games:
        for name in ("head_seq", "head_hash", "broken_at"):
            games.drop_column(name)
