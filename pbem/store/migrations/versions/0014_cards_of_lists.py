"""Cards of the lists of players' games, made when something was written and not when the list is asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "list_card",
        sa.Column("game", sa.Text(), sa.ForeignKey("game.id", deferrable=True, initially="DEFERRED"), primary_key=True),
        sa.Column("seat", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    )
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("cards_due", sa.Boolean(), nullable=False, server_default=sa.true()))
    due = sa.text("cards_due")
    op.create_index("ix_game_cards_due", "game", ["id"], sqlite_where=due, postgresql_where=due)


def downgrade() -> None:
    op.drop_index("ix_game_cards_due", "game")
    with op.batch_alter_table("game") as game:
        game.drop_column("cards_due")
    op.drop_table("list_card")
