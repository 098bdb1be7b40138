"""Games that gather their players, leave, keys for programs, notices, tries of a draft."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def words(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def added(name: str, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def time(name: str, *, nullable: bool = False) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    _widen()
    _create_gathering()
    _create_people()
    _create_notices()


def _widen() -> None:
    with op.batch_alter_table("game") as games:
        games.add_column(words("host", nullable=True))
        games.create_foreign_key(
            op.f("fk_game_host"), "player", ["host"], ["id"], deferrable=True, initially="DEFERRED"
        )
    signed_out = sa.Column("signed_out", sa.Integer(), nullable=False, server_default="0")
    for column in (added("language", "en"), added("feed"), signed_out, time("deleted_at", nullable=True)):
        op.add_column("player", column)


def _create_gathering() -> None:
    op.create_table(
        "muster",
        *(words(name) for name in ("id", "title", "rules", "scenario", "options", "host")),
        sa.Column("listed", sa.Boolean(), nullable=False),
        words("note"),
        words("state"),
        time("created_at"),
        _one_of("muster", "state", "gathering", "begun", "called off"),
        _key("muster", "host", "player"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_muster")),
    )
    op.create_index(op.f("ix_muster_host"), "muster", ["host"])
    op.create_table(
        "place",
        *(words(name) for name in ("game", "seat", "state")),
        words("player", nullable=True),
        words("email"),
        words("aide"),
        time("asked_at", nullable=True),
        time("here_at", nullable=True),
        _one_of("place", "state", "open", "invited", "taken", "aide"),
        _key("place", "game", "muster"),
        _key("place", "player", "player"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_place")),
    )
    for name in ("player", "email"):
        op.create_index(op.f(f"ix_place_{name}"), "place", [name])
    op.create_table(
        "trials",
        words("game"),
        words("seat"),
        number("turn"),
        words("digest"),
        number("tries"),
        words("tally"),
        time("at"),
        _key("trials", "game", "game"),
        sa.PrimaryKeyConstraint("game", "seat", "turn", "digest", name=op.f("pk_trials")),
    )


def _create_people() -> None:
    op.create_table(
        "vacation",
        *(words(name) for name in ("player", "first", "last")),
        _key("vacation", "player", "player"),
        sa.PrimaryKeyConstraint("player", "first", name=op.f("pk_vacation")),
    )
    op.create_table(
        "seat_token",
        *(words(name) for name in ("digest", "player", "game", "seat", "name")),
        time("created_at"),
        time("used_at", nullable=True),
        _key("seat_token", "player", "player"),
        _key("seat_token", "game", "game"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_seat_token")),
    )
    for name in ("player", "game"):
        op.create_index(op.f(f"ix_seat_token_{name}"), "seat_token", [name])


def _create_notices() -> None:
    op.create_table(
        "notice_target",
        *(words(name) for name in ("id", "player", "name", "url")),
        time("created_at"),
        number("failures"),
        words("note"),
        _key("notice_target", "player", "player"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_target")),
    )
    op.create_index(op.f("ix_notice_target_player"), "notice_target", ["player"])
    op.create_table(
        "notice",
        *(words(name) for name in ("target", "game", "key", "title", "text", "link", "state")),
        number("attempts"),
        time("created_at"),
        time("next_at"),
        _one_of("notice", "state", "queued", "sent", "failed"),
        _key("notice", "target", "notice_target"),
        sa.PrimaryKeyConstraint("target", "game", "key", name=op.f("pk_notice")),
    )


def _one_of(table: str, column: str, *allowed: str) -> sa.CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in allowed)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=op.f(f"ck_{table}_{column}"))


def _key(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"), deferrable=True, initially="DEFERRED"
    )


def downgrade() -> None:
    for table in ("notice", "notice_target", "seat_token", "vacation", "trials", "place", "muster"):
        op.drop_table(table)
    with op.batch_alter_table("player") as players:
        for name in ("language", "feed", "signed_out", "deleted_at"):
            players.drop_column(name)
    with op.batch_alter_table("game") as games:
        games.drop_constraint(op.f("fk_game_host"), type_="foreignkey")
        games.drop_column("host")
