"""When a player put the hints of a first battle away."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("hints_off_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("player", "hints_off_at")
