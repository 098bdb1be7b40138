"""Players who try a battle without an account."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guest",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["player.id"], name=op.f("fk_guest_player"), deferrable=True, initially="DEFERRED"
        ),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_guest")),
        sa.UniqueConstraint("slot", name=op.f("uq_guest_slot")),
    )
    op.create_index(op.f("ix_guest_caller"), "guest", ["caller"])


def downgrade() -> None:
    op.drop_table("guest")
