"""The length and the digest of each mail that goes out: a damaged one is held, not sent."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("out_mail") as mails:
        mails.add_column(sa.Column("length", sa.Integer(), nullable=True))
        mails.add_column(sa.Column("digest", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("out_mail") as mails:
        mails.drop_column("digest")
        mails.drop_column("length")
