"""A scenario in a few lines, for the author of its file: armies, arrivals, what wins, what is special."""

from pbem.engine.grades import decides, explained
from pbem.engine.hexes import label
from pbem.engine.wording import listed, plural
from pbem.rulesets.snaphance.moving.arrivals import to_come
from pbem.rulesets.snaphance.reporting.aims import what_wins
from pbem.rulesets.snaphance.special.speaking import special_rules
from pbem.rulesets.snaphance.state.battle import Army, Battle


def summary(battle: Battle) -> tuple[str, ...]:
    """One fact a line."""
    limit = plural(battle.limit, "round", "rounds") if battle.limit else "no limit of rounds"
    late = to_come(battle)
    told = (
        f"{_named(battle)}: {battle.columns} by {battle.rows} hexes of {battle.scale} m, {limit}",
        *(_army(battle, one) for one in battle.armies),
        f"To come: {late}." if late else "",
        what_wins(battle),
        f"After round {battle.limit} the {decides(battle.victory)}." if battle.limit else "",
        explained(battle.victory),
        *_special(battle),
    )
    return tuple(line for line in told if line)


def _named(battle: Battle) -> str:
    return battle.title if str(battle.year) in battle.title else f"{battle.title}, {battle.year}"


def _army(battle: Battle, one: Army) -> str:
    """``South: 5 stands in 2 groups, 20 SP; breaks at 4 of 9 break points (44 per cent); training poor``."""
    stands = [stand for stand in battle.stands.values() if stand.side == one.id]
    groups = [group for group in battle.groups.values() if group.side == one.id]
    strength = sum(sum(stand.sp) for stand in stands)
    share = 100 * one.break_at // one.break_total
    return (
        f"{one.name}: {plural(len(stands), 'stand', 'stands')} in {plural(len(groups), 'group', 'groups')}, "
        f"{strength} SP; breaks at {one.break_at} of {one.break_total} break points ({share} per cent); "
        f"training {one.training}"
    )


def _special(battle: Battle) -> list[str]:
    """What this battle has that others have not."""
    told = [f"Crossing at {label(one.hex)}: {_many(one.stands_a_round)} a round" for one in battle.crossings]
    told += [f"No {listed(list(who))} in {kind}" for kind, who in battle.no_entry.items()]
    told += [f"Left out: {ban}" for ban in battle.bans]
    told += [f"Ruling {name}: {words}" for name, words in sorted(battle.rulings.items())]
    told += [f"{rule}: {words}" for rule, words in special_rules(battle)]
    secret = [stand for one in battle.arrivals if one.secret for stand in one.stands]
    return [*told, f"Secret: {listed(secret)}"] if secret else told


def _many(stands: int) -> str:
    return plural(stands, "stand", "stands")
