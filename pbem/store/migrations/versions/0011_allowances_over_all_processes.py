"""How often something was done of late: limits that hold over all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "use",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("moments", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_use")),
    )
    op.create_index(op.f("ix_use_until"), "use", ["until"])


def downgrade() -> None:
    op.drop_table("use")
