"""What players are told of the special rules of their battle: one plain sentence each, made from its data."""

from collections.abc import Iterable

from pbem.engine.ids import RuleId, Side
from pbem.engine.special import Words, in_sentences, that_decided
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.references import say_spot
from pbem.engine.wording import capital, coded, listed, plural
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, army_of
from pbem.rulesets.armatys.state.switches import switched


def special_rules(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """What a battle plays otherwise than is usual, with the name by which reports cite it, each in a sentence.

    Rulings that are switched (``AR-Q18``), then its special rules (``SCN-runaway``).
    """
    other = tuple((rule, f"{capital(says)}.") for rule, says in switched(battle.switches))
    return (*other, *in_sentences(battle, WORDS))


def special_told(battle: Battle, turn: int, facts: Iterable[object]) -> tuple[tuple[RuleId, str], ...]:
    """Those that have decided something in a bound; before the first bound all of them."""
    return that_decided(special_rules(battle), turn, facts)


def _surprised(battle: Battle, rule: k.Surprised) -> str:
    return f"{_side(battle, rule.side)} charges no enemy and moves no unit but to turn in {_bounds(rule.bounds)}"


def _column(battle: Battle, rule: k.InColumn) -> str:
    return (
        f"in {_bounds(rule.bounds)} {coded(rule.units)} only go forward: no charge, no turn, no change of formation, "
        f"no wheel of more than {rule.wheel} degrees"
    )


def _not_across(battle: Battle, rule: k.NotAcross) -> str:
    ground = listed(_pieces(battle, rule.ground))
    return f"{ground}: closed to {coded(rule.units)} before bound {rule.before_bound}"


def _bridled(battle: Battle, rule: k.Bridled) -> str:
    return (
        f"{coded(rule.units)} charge only after a die of {rule.needs} or more, thrown when a charge of theirs is "
        "ordered, once a bound until it comes"
    )


def _runaway(battle: Battle, rule: k.Runaway) -> str:
    return (
        f"{coded(rule.units)} make no test to halt a pursuit unless a general is with them; one that pursued off the "
        f"table may return from bound {rule.returns_from} on, at least two bounds after it left, on a die of "
        f"{rule.needs} or more each bound"
    )


def _follows(battle: Battle, rule: k.FollowsOn) -> str:
    return (
        f"when one of {coded(rule.leads)} pursues, {coded(rule.units)} pursues too on a die of 1 to {rule.upto}, "
        "unless a general is with it"
    )


def _deserts(battle: Battle, rule: k.Deserts) -> str:
    return (
        f"{coded(rule.units)} leaves the field when enemy Horse within {say_inches(rule.within)} inches has passed "
        "its test to charge"
    )


def _disheartened(battle: Battle, rule: k.Disheartened) -> str:
    return f"when {rule.lost} of {coded(rule.units)} are broken or gone, the others break at the next break check"


def _panic(battle: Battle, rule: k.Panic) -> str:
    return (
        f"when {rule.lost} of {coded(rule.units)} are broken or gone, each raw foot unit of their side within "
        f"{say_inches(rule.within)} inches of one of them takes a counter"
    )


def _rain(battle: Battle, rule: k.Rain) -> str:
    return f"rain: all musketry counts as raw in {_bounds(rule.bounds)}"


def _powder(battle: Battle, rule: k.Powder) -> str:
    more = plural(rule.counters, "counter", "counters")
    return f"from bound {rule.from_bound} on foot of {_side(battle, rule.side)} fires as if it held {more} more"


def _barricade(battle: Battle, rule: k.Barricade) -> str:
    return (
        f"foot of {_side(battle, rule.side)} within {_inches(rule.within)} of {say_spot(rule.at)} defends an "
        "obstacle, in soft cover"
    )


def _banked(battle: Battle, rule: k.Banked) -> str:
    return f"{listed(_pieces(battle, rule.hedges))}: a bank as well, soft cover for dismounted dragoons behind it"


def _furze(battle: Battle, rule: k.Furze) -> str:
    return f"cavalry that charges through {listed(_pieces(battle, rule.ground))} has no advantage of its charge"


def _must_advance(battle: Battle, rule: k.MustAdvance) -> str:
    return (
        f"as bound {rule.bound} begins a die is thrown: on 1 to {rule.upto} {coded(rule.units)} go at the nearest "
        "enemy Horse in its moves, unless they charge"
    )


def _rides(battle: Battle, rule: k.RidesThrough) -> str:
    return f"{battle.generals[rule.general].name or rule.general} alone is once touched by enemies without harm"


def _prizes(battle: Battle, rule: k.Prizes) -> str:
    points = plural(rule.points, "point", "points")
    there = ", or abandoned on the enemy's side," if rule.area else ""
    return (
        f"an abandoned gun of {coded(rule.guns)} that an unbroken enemy touches as a bound ends is taken; each one "
        f"gone{there} gives {points}"
    )


def _lane(battle: Battle, rule: k.NarrowLane) -> str:
    there = listed(_pieces(battle, (rule.obstacle,)))
    return (
        f"{coded(rule.units)} take {plural(rule.counters, 'counter', 'counters')} as they cross {there}, but for one "
        f"unit a bound at the lane, {say_spot(rule.lane)}"
    )


WORDS: Words[Battle] = {
    k.Surprised: _surprised,
    k.InColumn: _column,
    k.NotAcross: _not_across,
    k.Bridled: _bridled,
    k.Runaway: _runaway,
    k.FollowsOn: _follows,
    k.Deserts: _deserts,
    k.Disheartened: _disheartened,
    k.Panic: _panic,
    k.Rain: _rain,
    k.Powder: _powder,
    k.Barricade: _barricade,
    k.Banked: _banked,
    k.Furze: _furze,
    k.MustAdvance: _must_advance,
    k.RidesThrough: _rides,
    k.Prizes: _prizes,
    k.NarrowLane: _lane,
}
"""How each kind is told."""


def _side(battle: Battle, side: Side) -> str:
    return army_of(battle, side).name


def _bounds(bounds: tuple[int, ...]) -> str:
    return f"{'bound' if len(bounds) == 1 else 'bounds'} {listed([str(one) for one in bounds])}"


def _pieces(battle: Battle, names: tuple[str, ...]) -> list[str]:
    """By name; those without one by their ids, unless others have one."""
    named = [one.name for one in battle.terrain if one.id in names and one.name]
    return list(dict.fromkeys(named)) or list(names)


def _inches(length: Hundredths) -> str:
    """``1 inch``, ``1.5 inches``."""
    return f"{say_inches(length)} {'inch' if length == 100 else 'inches'}"
