"""What owners choose in the middle of a bound: by the bound's packet, else by standing orders (catalogue section 5)."""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

from pbem.engine.commanders import commander_of
from pbem.engine.hiding import as_is
from pbem.engine.ids import StandId
from pbem.rulesets.armatys.state.battle import Battle, unit_of
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.orders import Choices, Chooser
from pbem.rulesets.armatys.state.standing import DECISIONS, About, Standing, said

MODIFIER: dict[str, Literal[-1, 0, 1]] = {"easier": -1, "unused": 0, "harder": 1}


def chooser(now: Iterable[Standing]) -> Chooser:
    """What is chosen for any unit as the battle stands.  now: what packets say of this bound alone."""
    return partial(_chosen, tuple(now))


def does(battle: Battle, who: StandId, about: About, now: tuple[Standing, ...] = ()) -> str:
    """The order in force for a unit or general, else the default."""
    one = battle.units.get(who) or battle.generals[who]
    return said((*battle.standing.get(commander_of(battle.armies, one), ()), *now), who, about)


def _chosen(now: tuple[Standing, ...], battle: Battle, who: StandId) -> Choices:
    unit = battle.units.get(who)
    if unit is None:
        return _general(battle, who, now)

    own = battle.standing.get(commander_of(battle.armies, unit), ())
    orders = [one for one in (*own, *now) if one.unit in ("", who)]
    settled = {one.about for one in orders}

    def word(about: About) -> Any:  # noqa: ANN401  # one of the row's answers
        return said(orders, who, about) if about in settled else DECISIONS[about].default

    horse = any(one.cavalry for one in chargers_of(battle, who))
    charged: About = "charged by horse" if horse else "charged by foot"  # AR-D4: mounted troops before foot
    bayonets: About = "bayonets against horse" if horse else "bayonets against foot"  # AR-D8
    answer, _, target = word(charged).partition(" ")
    return Choices(
        modifier=MODIFIER[word("general")],
        answer=answer,
        by_default=not any(one.about == charged for one in orders),
        counters=as_is(battle, unit.side, StandId(target)) if target else None,
        if_counter_fails=word("failed counter"),
        if_charged_while_charging=word("charged charging").replace(" ", "_"),
        bayonets="fix" if word(bayonets) == "fix" else "keep",
        melee_weapon=word("weapons"),
        pursuit=word("pursuit"),
        pursue_shot=word("shot enemy") == "pursue",
        give_horse=word("horse") == "yes",
        friends_in_way=word("friends"),
    )


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
