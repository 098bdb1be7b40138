"""What owners choose in the middle of a bound: by the bound's packet, else by standing orders (catalogue section 5)."""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

from pbem.engine.hiding import as_is
from pbem.engine.ids import StandId
from pbem.rulesets.armatys.state.battle import Battle, unit_of
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.orders import Choices, Chooser
from pbem.rulesets.armatys.state.standing import About, Standing, said
from pbem.rulesets.armatys.state.units import Unit

MODIFIER: dict[str, Literal[-1, 0, 1]] = {"easier": -1, "unused": 0, "harder": 1}


def chooser(now: Iterable[Standing]) -> Chooser:
    """What is chosen for any unit as the battle stands.  now: what packets say of this bound alone."""
    return partial(_chosen, tuple(now))


def does(battle: Battle, who: StandId, about: About, now: tuple[Standing, ...] = ()) -> str:
    """The order in force for a unit or general, else the default."""
    one = battle.units.get(who) or battle.generals[who]
    return said((*battle.standing.get(one.side, ()), *now), who, about)


def _chosen(now: tuple[Standing, ...], battle: Battle, who: StandId) -> Choices:
    unit = battle.units.get(who)
    if unit is None:
        return _general(battle, who, now)

    def word(about: About) -> Any:  # noqa: ANN401  # one of the row's answers
        return does(battle, who, about, now)

    answer, target = _answer(battle, unit, now)
    about = _charged_by(battle, unit)
    orders = (*battle.standing.get(unit.side, ()), *now)
    told = any(one.about == about and one.unit in ("", unit.id) for one in orders)
    return Choices(
        modifier=MODIFIER[word("general")],
        answer=answer,
        by_default=not told,
        counters=target,
        if_counter_fails=word("failed counter"),
        if_charged_while_charging=word("charged charging").replace(" ", "_"),
        bayonets=_bayonets(battle, unit, now),
        melee_weapon=word("weapons"),
        pursuit=word("pursuit"),
        pursue_shot=word("shot enemy") == "pursue",
        give_horse=word("horse") == "yes",
        friends_in_way=word("friends"),
    )


def _answer(battle: Battle, unit: Unit, now: tuple[Standing, ...]) -> tuple[Any, StandId | None]:
    """AR-D4: by the arm of those who charge; mounted troops before foot."""
    about = _charged_by(battle, unit)
    word, _, target = does(battle, unit.id, about, now).partition(" ")
    return word, as_is(battle, unit.side, StandId(target)) if target else None


def _charged_by(battle: Battle, unit: Unit) -> About:
    return "charged by horse" if any(one.cavalry for one in chargers_of(battle, unit.id)) else "charged by foot"


def _bayonets(battle: Battle, unit: Unit, now: tuple[Standing, ...]) -> Literal["fix", "keep"]:
    """AR-D8."""
    horse = any(one.cavalry for one in chargers_of(battle, unit.id))
    about: About = "bayonets against horse" if horse else "bayonets against foot"
    return "fix" if does(battle, unit.id, about, now) == "fix" else "keep"


def _general(battle: Battle, who: StandId, now: tuple[Standing, ...]) -> Choices:
    """AR-D7: by what his unit does: it charges, breaks or pursues; with any other move he goes along."""
    with_him = unit_of(battle, battle.generals[who])
    if with_him is None:
        return Choices()
    if with_him.state == "broken":
        return Choices(goes=does(battle, who, "general with break", now) == "go")
    if with_him.pursuit is not None:
        return Choices(goes=does(battle, who, "general with pursuit", now) == "go")
    if with_him.charge is not None or with_him.meets is not None:
        return Choices(goes=does(battle, who, "general with charge", now) == "go")
    return Choices(goes=True)
