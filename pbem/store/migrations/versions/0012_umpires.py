"""Who umpires which game."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "umpire",
        sa.Column("game", sa.Text(), sa.ForeignKey("game.id", deferrable=True, initially="DEFERRED"), primary_key=True),
        sa.Column(
            "player", sa.Text(), sa.ForeignKey("player.id", deferrable=True, initially="DEFERRED"), primary_key=True
        ),
        sa.Column("chief", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_umpire_player", "umpire", ["player"])


def downgrade() -> None:
    op.drop_table("umpire")
