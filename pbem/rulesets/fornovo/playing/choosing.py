"""What is chosen where no order decides: by words for the turn, by standing orders, else the default (section 5)."""

from collections.abc import Callable, Iterable
from typing import Literal, cast

from pbem.engine.commanders import commander_of
from pbem.engine.ids import Side, StandId
from pbem.engine.table.measures import Hundredths, Tenths, normal, read_degrees, read_inches
from pbem.rulesets.fornovo.moving.places import charge_move
from pbem.rulesets.fornovo.state.battle import Battle, army_of, charges_on, chase_of, combats_of, opponent
from pbem.rulesets.fornovo.state.orders import Choices, Chooser
from pbem.rulesets.fornovo.state.standing import About, Standing, said
from pbem.rulesets.fornovo.state.units import Unit, pike_supported

SHOT = ("musket", "arquebus", "crossbow", "longbow", "composite_bow", "self_bow", "sling", "javelin", "pistol")


def does(battle: Battle, who: str, about: About) -> str:
    """What a unit, general or side does, in the words of orders."""
    return said(_standing(battle, who), StandId(who), about)


def _standing(battle: Battle, who: str) -> tuple[Standing, ...]:
    """The standing orders of the commander of a unit or general; of a side, those of the seat that speaks for it."""
    code = StandId(who)
    for there in (battle.units, battle.removed, battle.to_come):
        if code in there:
            return battle.standing.get(commander_of(battle.armies, there[code]), ())
    if code in battle.generals:
        return battle.standing.get(commander_of(battle.armies, battle.generals[code]), ())
    return battle.standing.get(army_of(battle, Side(who)).seat, ())


def chooser(charging: Iterable[Side]) -> Chooser:
    """What is chosen for a unit or side as the battle stands.  charging: sides that have ordered a charge."""
    eager = frozenset(charging)

    def choices(battle: Battle, who: str) -> Choices:
        def word(about: About) -> str:
            return does(battle, who, about)

        unit = battle.units.get(StandId(who))
        return _of_side(battle, Side(who), word, eager) if unit is None else _of_unit(battle, unit, word)

    return choices


Word = Callable[[About], str]


def _of_side(battle: Battle, side: Side, word: Word, eager: frozenset[Side]) -> Choices:
    """D-2, D-21."""
    wish = word("initiative")
    first = wish == "a" or (wish == "a if charges" and side in eager)
    order: tuple[StandId, ...] = ()
    if word("friends") == "worst first":
        mine = [one for one in battle.units.values() if one.side == side]
        order = tuple(one.id for one in sorted(mine, key=lambda one: ("DCBA".index(one.grade), one.id)))
    return Choices(initiative="A" if first else "B", friend_rout_order=order)


def _of_unit(battle: Battle, unit: Unit, word: Word) -> Choices:
    """D-3 to D-7, D-9 to D-12, D-17 to D-20, D-22."""
    chargers = [battle.units[one.unit] for one in charges_on(battle, unit.id) if one.unit in battle.units]
    horse = any(one.mounted for one in chargers)
    reply = word("charged by horse" if horse else "charged by foot")
    false_rout = {"always": True, "never": False}.get(word("false rout"))
    gone = {"next": "next_target"}.get(word("target gone"), word("target gone"))
    losses, swerve = word("losses"), word("swerve")
    return Choices(
        follow_up=_follows(battle, unit, word("follow up")),
        pursuit="allow" if _pursues(battle, unit, word("pursuit")) else "halt",
        pursue=_weakest(battle, unit) if word("pursue") == "weakest" else None,
        after_halt=_facing(word("after halt")),
        comes_back=_returns(battle, word("return")),
        if_charged=cast(Literal["stand", "countercharge", "evade", "square"], reply),
        evade=_veering(battle, unit, word("evade"), chargers),
        false_rout=false_rout,
        if_target_gone=cast(Literal["halt", "next_target", "continue"], gone),
        charge_fire=word("charge fire") == "always",
        remainder_hits=_first_hit(word("hits")),
        loss_order=cast(Literal["rear", "front", "flank"], losses),
        remainder_dice=_weaker(battle, unit) if word("dice") == "weakest" else (),
        swerve=cast(Literal["left", "right"], swerve),
    )


def _follows(battle: Battle, unit: Unit, wish: str) -> bool:
    """D-3."""
    if wish == "if shaken":
        foes = [battle.units.get(opponent(one, unit.id)) for one in combats_of(battle, unit.id)]
        return any(one is not None and one.morale == "shaken" for one in foes)
    return wish == "always" or (wish == "if mounted" and unit.mounted)


def _pursues(battle: Battle, unit: Unit, wish: str) -> bool:
    """D-4: ``allow below 8``."""
    if not wish.startswith("allow below"):
        return wish == "allow"
    chase = chase_of(battle, unit.id)
    target = battle.units.get(chase.target) if chase is not None else None
    return target is not None and target.figures < int(wish.rsplit(maxsplit=1)[-1])


def _weakest(battle: Battle, unit: Unit) -> StandId | None:
    """D-5: of the enemies that rout from it, the one with the fewest figures."""
    met = [opponent(one, unit.id) for one in battle.combats_over if unit.id in one.units]
    there = [battle.units[one] for one in met if one in battle.units and battle.units[one].morale == "routed"]
    return min(there, key=lambda one: (one.figures, one.id)).id if there else None


def _facing(wish: str) -> Literal["face_enemy", "keep"] | Tenths:
    """D-6: ``face 90``."""
    if wish == "keep":
        return "keep"
    return "face_enemy" if wish == "face enemy" else read_degrees(wish.rsplit(maxsplit=1)[-1])


def _returns(battle: Battle, wish: str) -> bool:
    """D-7: ``turn 6``."""
    return battle.turn >= int(wish.rsplit(maxsplit=1)[-1]) if wish.startswith("turn") else wish == "yes"


def _veering(battle: Battle, unit: Unit, wish: str, chargers: list[Unit]) -> tuple[Tenths, Hundredths] | None:
    """D-10: ``left 30`` off the line of the charge, as far as it can; None: straight away."""
    hand, _, angle = wish.partition(" ")
    if not angle or not chargers or chargers[0].pose is None:
        return None
    off = read_degrees(angle) * (-1 if hand == "left" else 1)
    return normal(chargers[0].pose.facing + off), charge_move(unit, battle.scale)


def _first_hit(wish: str) -> tuple[str, ...]:
    """D-17."""
    return {"pikes": ("pike",), "shot": SHOT}.get(wish, ())


def _weaker(battle: Battle, unit: Unit) -> tuple[StandId, ...]:
    """D-19."""
    foes = [battle.units[opponent(one, unit.id)] for one in combats_of(battle, unit.id)]
    return tuple(one.id for one in sorted(foes, key=lambda one: (one.figures, one.id)))


def shoots_at_pikes(battle: Battle, unit: StandId, target: StandId) -> bool:
    """D-20: ``pikes``."""
    wants = does(battle, unit, "charge fire") == "pikes"
    return wants and target in battle.units and pike_supported(battle.units[target])


def near(wish: str) -> Hundredths | None:
    """``within 6``, ``keep 8``; None for a word without inches."""
    word, _, far = wish.partition(" ")
    return read_inches(far) if word in {"within", "keep"} and far else None
