"""Turns are played after a delay, and late players are chased: two more kinds of what is due."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

BEFORE = ("reminder", "deadline", "grace")
NOW = (*BEFORE, "play", "chase")


def upgrade() -> None:
    _allow(NOW)


def downgrade() -> None:
    op.execute("DELETE FROM deadline WHERE kind NOT IN ('reminder', 'deadline', 'grace')")
    _allow(BEFORE)


def _allow(kinds: tuple[str, ...]) -> None:
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    with op.batch_alter_table("deadline") as deadlines:
        deadlines.drop_constraint(op.f("ck_deadline_kind"), type_="check")
        deadlines.create_check_constraint(op.f("ck_deadline_kind"), f"kind IN ({listed})")
