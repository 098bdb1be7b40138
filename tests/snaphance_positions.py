"""Small Snaphance positions, and games driven to their end, for tests."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import Dice, DiceSource, SeededDice
from pbem.engine.hexes import Facing, Hex, key
from pbem.engine.ids import CommanderId, GameId, GroupId, Seat, Seq, Side, StandId
from pbem.engine.journal import Answered, Draft, Line, Opened, Story, story_of
from pbem.engine.play import Play, Run, Waiting, advance
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.state.battle import Army, Battle, Commander, Group, Stand, StandType

TYPES: Mapping[str, StandType] = {
    row.name: row
    for row in (
        StandType(
            name="ps", title="Pike and shot", category="PS", order_class="B", mp_first=1, mp_extra=1, sp=(6,), cb=1,
            pike_bonus=1, fire={"PB": -2, "2H": -2, "3H": -3}, bp=3, pursuit="may",
        ),
        StandType(
            name="swiss", title="Swiss pike", category="Pk", order_class="B", mp_first=1, mp_extra=1, sp=(5, 5, 5),
            cb=3, bp=2, pursuit="must", pursuit_table="cavalry",
        ),
        StandType(
            name="horse", title="Horse", category="Hs", order_class="B", mp_first=3, mp_extra=3, sp=(5,), cb=2, bp=2,
            heavy=True, pursuit="may", pursuit_table="cavalry",
        ),
        StandType(
            name="gendarmes", title="Gendarmes", category="Ln", order_class="B", mp_first=3, mp_extra=2, sp=(6,), cb=4,
            cb_after_loss=3, bp=3, heavy=True, pursuit="must", pursuit_table="cavalry3",
        ),
        StandType(
            name="reiters", title="Reiters", category="Pi", order_class="B", mp_first=2, mp_extra=2, sp=(5, 4), cb=1,
            fire={"PB": 0, "2H": -1}, bp=2, heavy=True, pursuit="may", pursuit_table="cavalry",
        ),
        StandType(
            name="shot", title="Shot", category="Sh", order_class="B", mp_first=2, mp_extra=2, sp=(5,),
            fire={"PB": 0, "2H": 0, "3H": -1}, bp=2,
        ),
        StandType(
            name="skirm", title="Skirmishers", category="Sk", weapon="musket", order_class="B", mp_first=2, mp_extra=2,
            sp=(2,), fire={"PB": 0, "2H": 0, "3H": -1},
        ),
        StandType(
            name="dragoons", title="Dragoons", category="Dr", order_class="B", mp_first=3, mp_extra=3, sp=(3,),
            fire={"PB": 0, "2H": 0, "3H": -1},
        ),
        StandType(
            name="croats", title="Croats", category="LC", order_class="B", mp_first=4, mp_extra=4, sp=(3,), cb=1,
            fire={"PB": 0, "2H": 0, "3H": -1},
        ),
        StandType(
            name="guns", title="Guns", category="Art", order_class="B", mp_first=1, mp_extra=1, sp=(3,),
            fire={"PB": 0, "2H": 0, "3H": 0, "4H": 0, "6H": -1},
        ),
    )
}  # fmt: skip

BLUE, RED = Side("blue"), Side("red")


def stand(code: str, kind: str, q: int, r: int, facing: int = 0, **more: Any) -> Stand:
    """A stand; ``b..`` is blue, ``r..`` red; its group is its side's only one."""
    side = BLUE if code.startswith("b") else RED
    return Stand(
        id=StandId(code), name=code, side=side, group=more.pop("group", GroupId(f"{side}.All")), type=kind,
        hex=Hex(q, r), facing=Facing(facing), sp=more.pop("sp", TYPES[kind].sp), **more,
    )  # fmt: skip


def position(
    stands: Iterable[Stand], *, generals: Mapping[str, tuple[int, int, str | None]] | None = None, **more: Any
) -> Battle:
    """A battle in blue's activation, with a general far enough off to help nobody and near enough to command all.

    generals: id -> (q, r, stand he is attached to); ``b..`` is blue's.
    """
    placed = {one.id: one for one in stands}
    groups = {g: Group(id=g, name=g.split(".")[-1], side=Side(g.split(".")[0])) for g in
              sorted({one.group for one in placed.values()} | {GroupId("blue.All"), GroupId("red.All")})}  # fmt: skip
    chiefs = generals if generals is not None else {"bg": (0, 40, None), "rg": (0, -40, None)}
    commanders: dict[CommanderId, Commander] = {}
    for code, (q, r, attached) in chiefs.items():
        side = BLUE if code.startswith("b") else RED
        commanders[CommanderId(code)] = Commander(
            id=CommanderId(code), name=code, side=side, group=GroupId(f"{side}.All"), hex=Hex(q, r),
            attached_to=StandId(attached) if attached else None, range=more.pop("command", 99) if not generals else 4,
        )  # fmt: skip
    armies = tuple(
        Army(id=side, name=side.title(), letter=side[0].upper(), seat=Seat(side), break_total=30, break_at=30)
        for side in (BLUE, RED)
    )
    start: dict[str, Any] = {
        "title": "a position", "year": 1600, "types": TYPES, "armies": armies, "groups": groups, "stands": placed,
        "commanders": commanders, "at": {key(one.hex): one.id for one in placed.values()}, "round": 1,
        "phase": "activation", "activation": 1, "active_side": BLUE, "active_group": GroupId("blue.All"),
    }  # fmt: skip
    return Battle(**(start | more))


class Tape:
    """Dice from a list: the labels must match, and none may be left over."""

    def __init__(self, *rolls: tuple[str, tuple[int, ...]]) -> None:
        self.rolls = list(rolls)

    def throw(self, key: str, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource]:
        """The next roll of the list."""
        assert self.rolls, f"a roll nobody expected: {label} by {by}, {count} dice"
        expected, values = self.rolls.pop(0)
        assert (expected, len(values)) == (label, count), f"{label} by {by}, {count} dice"
        return values, "tape"


def a_play(
    battle: Battle, *rolls: tuple[str, tuple[int, ...]], decide: Callable[[Battle, Ask[Any]], Given[Any]] | None = None
) -> Play[Battle]:
    """A play of one step from a position, decisions by default."""
    rules = snaphance.RULES
    tape: Any = Tape(*rolls)
    return Play(
        rules, battle, (), step=1, branch=0, next_seq=2, dice=tape,
        decide=decide or (lambda _view, ask: Given(ask.default, "default")),
    )  # fmt: skip


def facts_of(play: Play[Battle], kind: type) -> list[Any]:
    """The facts of a sort that a play has recorded."""
    return [d.body.fact for d in play.drafts if d.kind == "fact" and isinstance(d.body.fact, kind)]


def opened(battle: Battle) -> Story:
    """The story of a game that has just begun."""
    seats = tuple(one.seat for one in battle.armies)
    body = Opened(
        rules="snaphance", rules_version=snaphance.RULES.version, title=battle.title, seats=seats, commitment="",
        battle=battle,
    )  # fmt: skip
    return story_of([Line(Seq(1), "game", body)])


def seeded(seed: int) -> Dice:
    """Dice of a seed."""
    return SeededDice(seed.to_bytes(32, "big"), GameId("g"), ())


def play_out(
    battle: Battle, seed: int, answers: Callable[[Battle, Ask[Any]], Any], *, reread: bool = False
) -> tuple[Run, list[Draft]]:
    """A whole game, every open ask answered by ``answers`` from the seat's view.

    reread: after every stop the story is written to bytes and read again, as from a database.
    """
    rules, told = snaphance.RULES, opened(battle)
    drafts: list[Draft] = []
    for _ in range(5000):
        seq = told.lines[-1].seq + 1
        run = advance(rules, told, next_seq=seq, dice=seeded(seed), decide=rules.deciding.decide)
        drafts += run.drafts
        if not isinstance(run.stop, Waiting):
            return run, drafts
        batch = run.stop.batch
        given = tuple(Given(answers(rules.state.view(run.battle, ask.seat), ask), "player") for ask in batch.asks)
        line = Line(Seq(run.story.lines[-1].seq + 1), "answer", Answered(batch, given))
        drafts.append(Draft("answer", "engine", line.body))
        lines = [*run.story.lines, line]
        told = story_of(_reread(lines) if reread else lines)
    raise AssertionError("the game does not end")


def _reread(lines: list[Line]) -> list[Line]:
    codec = snaphance.RULES.codec
    return [Line(one.seq, one.kind, codec._decoders[one.kind].decode(codec.write(one.body))) for one in lines]
