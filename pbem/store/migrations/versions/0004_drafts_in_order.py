"""Drafts know what they were begun from and which save came last."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("order_draft", sa.Column("base", sa.Integer(), nullable=True))
    op.add_column("order_draft", sa.Column("revision", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("order_draft", sa.Column("writer", sa.Text(), nullable=False, server_default=""))
    op.add_column("order_draft", sa.Column("serial", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("order_draft") as drafts:
        for name in ("base", "revision", "writer", "serial"):
            drafts.drop_column(name)
