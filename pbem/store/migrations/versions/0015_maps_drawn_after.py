"""Maps of mails drawn after the mail was written down, and before it is sent."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("out_mail", sa.Column("undrawn", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("out_bytes", sa.Column("drawing", sa.LargeBinary()))


def downgrade() -> None:
    with op.batch_alter_table("out_bytes") as content:
        content.drop_column("drawing")
    with op.batch_alter_table("out_mail") as mails:
        mails.drop_column("undrawn")
