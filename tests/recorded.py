"""Games recorded once and played again: what people did, and the archive that came of it.

A recording is two files in ``tests/games/<rule set>``: ``<name>.acts`` (what was done, a JSON line each; the first says
how the game began) and ``<name>.archive.xz`` (the journal).  `performed` does the acts again through the service, with
the same seed and the clock set by each act, and gives the archive that comes of it.  It has the same bytes in any later
version, unless a change of rules says which games it alters and why.  ``tests/record_games.py`` records.
"""

import lzma
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec

from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.archive import Archive, read_archive
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Rewound
from pbem.engine.ruleset import RuleSet
from pbem.mail.addresses import guest_address
from pbem.rulesets import rule_set
from pbem.scenarios import Loaded, load_scenario
from pbem.service.agreements import pacts
from pbem.service.model.mails import Composed, MailMatter
from pbem.service.options import Options
from pbem.service.play.clockwork import tick
from pbem.service.play.games import new_game
from pbem.service.play.journals import forget_read
from pbem.service.play.running import play_on
from pbem.service.play.turns import extend, submit
from pbem.service.play.work import open_game
from pbem.service.replay.downloads import export_game
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import Player, PlayerId
from tests.fresh import write_schema

GAMES = Path(__file__).parent / "games"
BEGAN = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)


class Begun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a recorded game begins.  about: what it is recorded for.  seed: of its dice, as text."""

    about: str
    scenario: str
    seed: str
    options: Options


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one person, or the clock, did.

    after: seconds since the act before.  to: entry a rewind goes back to.  dice, keep: of a rewind.
    """

    do: Literal["orders", "extend", "tick", "offer draw", "agree", "concede", "pause", "end pause", "grant", "rewind"]
    after: int = 0
    seat: Seat = Seat("")
    text: str = ""
    ready: bool = False
    door: str = "web"
    to: Seq = Seq(0)
    dice: Literal["same", "fresh"] = "same"
    keep: bool = False


class Recorded(msgspec.Struct, frozen=True):
    """A recording as read.  archive: as text, line by line."""

    name: str
    begun: Begun
    acts: tuple[Act, ...]
    archive: tuple[str, ...]

    def read(self) -> Archive:
        """The archive.  Raises ArchiveError."""
        return read_archive(self.archive)


class Table:
    """One game under way in a database of its own, by a clock that stands between acts."""

    def __init__(self, folder: Path, begun: Begun, loader: Callable[[str, Mapping[str, str]], Loaded]) -> None:
        """loader: of the scenario."""
        self.clock = FixedClock(BEGAN)
        config = Config(database_url=write_schema(folder / "game.db"), secret="r" * 40, data_dir=folder)
        self.db = Database.open(config.database_url)
        self.services = Services(self.db, config, self.clock, rule_set, loader, compose=_unwritten)
        loaded = loader(begun.scenario, begun.options.of_scenario)
        self.rules: RuleSet[Any] = loaded.rules
        self.seats = loaded.scenario.seats
        self.people = {seat: PlayerId(f"p-{seat}") for seat in self.seats}
        with self.db.writing() as session:  # guests: no mail is made for them
            session.add_all(
                Player(id=name, name=seat.capitalize(), email=guest_address(seat), created_at=BEGAN, verified_at=BEGAN)
                for seat, name in self.people.items()
            )
        self.game = new_game(
            self.services, begun.scenario, self.people, begun.options, seed=begun.seed.encode(), game=GameId("recorded")
        )

    def do(self, act: Act) -> None:
        """Do an act."""
        self.clock.at += timedelta(seconds=act.after)
        _DOINGS[act.do](self, act)

    def archive(self) -> tuple[str, ...]:
        """The archive as it stands."""
        return tuple(export_game(self.services, self.game))


def _unwritten(config: Config, matter: MailMatter) -> Composed:
    """A mail in name only: a recording is about journals."""
    return Composed(b"", f"<{matter.kind}.{matter.turn}.{matter.seat}.{matter.revision}@recorded>", "")


def _orders(table: Table, act: Act) -> None:
    submit(
        table.services, table.game, act.seat, act.text, act.door, table.people[act.seat], True if act.ready else None,
    )  # fmt: skip


def _rewind(table: Table, act: Act) -> None:
    work = open_game(table.services, table.game)
    work.note("rewind", "umpire", Rewound(to=act.to, dice=act.dice, keep=act.keep, reason="as agreed"))
    play_on(work)
    work.write()


_DOINGS: Mapping[str, Callable[[Table, Act], object]] = {
    "orders": _orders,
    "extend": lambda table, act: extend(table.services, table.game, act.seat, act.door, table.people[act.seat]),
    "tick": lambda table, act: tick(table.services),
    "offer draw": lambda table, act: pacts.offer_draw(table.services, table.game, act.seat, table.people[act.seat]),
    "agree": lambda table, act: pacts.agree(
        table.services, table.game, act.seat, table.people[act.seat], "pause" if act.text == "pause" else "draw"
    ),
    "concede": lambda table, act: pacts.concede(table.services, table.game, act.seat, table.people[act.seat]),
    "pause": lambda table, act: pacts.offer_pause(
        table.services, table.game, act.seat, table.people[act.seat], act.text
    ),
    "end pause": lambda table, act: pacts.end_pause(table.services, table.game, act.seat, table.people[act.seat]),
    "grant": lambda table, act: pacts.grant_day(table.services, table.game, act.seat, table.people[act.seat]),
    "rewind": _rewind,
}  # fmt: skip


@contextmanager
def table(begun: Begun, loader: Callable[[str, Mapping[str, str]], Loaded] = load_scenario) -> Iterator[Table]:
    """A game, begun."""
    forget_read()
    with TemporaryDirectory(prefix="pbem-recorded-") as folder:
        made = Table(Path(folder), begun, loader)
        try:
            yield made
        finally:
            made.db.close()


@contextmanager
def performed(recorded: Recorded, after: Callable[[Table], None] = lambda _: None) -> Iterator[Table]:
    """A game in which the acts of a recording were done again, on the battle as it began then.

    after: what is to be done after each act.
    """
    opened = _opened(recorded)

    def loader(name: str, options: Mapping[str, str]) -> Loaded:
        found = load_scenario(name, options)
        return Loaded(msgspec.structs.replace(found.scenario, battle=opened.battle), rule_set(opened.rules), ())

    with table(recorded.begun, loader) as made:
        for act in recorded.acts:
            made.do(act)
            after(made)
        yield made


def _opened(recorded: Recorded) -> Any:  # of whatever rule set
    archive = recorded.read()
    return rule_set(archive.header.rules).codec.read(archive.entries[0])


def recordings() -> list[Path]:
    """The files of acts, in order."""
    return sorted(GAMES.glob("*/*.acts"))


def load(path: Path) -> Recorded:
    """A recording by its file of acts."""
    first, *rest = path.read_bytes().splitlines()
    packed = lzma.decompress(path.with_suffix(".archive.xz").read_bytes()).decode()
    return Recorded(
        f"{path.parent.name}/{path.stem}",
        msgspec.json.decode(first, type=Begun),
        tuple(msgspec.json.decode(line, type=Act) for line in rest),
        tuple(packed.splitlines(keepends=True)),
    )


def store(name: str, begun: Begun, acts: Sequence[Act], archive: Sequence[str]) -> None:
    """Write both files of a recording.  name: ``<rule set>/<name>``."""
    path = GAMES / f"{name}.acts"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [msgspec.json.encode(begun), *(msgspec.json.encode(act) for act in acts)]
    path.write_bytes(b"\n".join(lines) + b"\n")
    packed = lzma.compress("".join(archive).encode(), preset=9 | lzma.PRESET_EXTREME)
    path.with_suffix(".archive.xz").write_bytes(packed)
