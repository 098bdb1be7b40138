"""What the sides notice of a change: who comes in sight, who is lost from it (SN-H1, SN-H3, SN-H5, SN-H9)."""

from collections.abc import Iterator, Mapping

from pbem.engine.facts import Fact
from pbem.engine.hexes import Facing, Hex, key
from pbem.engine.hiding import has_blinds, is_hidden, side_sights, sight_moment
from pbem.engine.ids import CommanderId, Side, StandId
from pbem.engine.sightings import Grade, lost, newly
from pbem.rulesets.snaphance.seeing.looking import in_sight, lone_generals, place_in_sight, unveiled
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.noticed import BlindUnveiled, HexSeen, LostSight, PlaceEmpty, Sighted
from pbem.rulesets.snaphance.state.sights import NO_FACING
from pbem.rulesets.snaphance.state.tables import rules


def notice(before: Battle, battle: Battle) -> tuple[Fact[Battle], ...]:
    """Facts of what each side comes to see, to see better and to lose from sight; () once nothing more is noticed."""
    if not is_hidden(battle) or battle.phase == "set-up" or _same(before, battle):
        return ()
    found = tuple(fact for one in battle.armies for fact in _by_side(before, battle, one.id))
    return (*found, *(BlindUnveiled(stand=stand, rules=rules("SN-H10")) for stand in unveiled(battle)))


def first_seen(battle: Battle) -> Battle:
    """A position with all that its sides see of it noticed."""
    if not is_hidden(battle):
        return battle
    for one in battle.armies:
        for fact in _by_side(battle, battle, one.id):
            battle = fact.apply(battle)
    return battle


def _same(before: Battle, battle: Battle) -> bool:
    """Whether nothing has changed by which anything could come in sight or be lost from it."""
    return (
        before.round == battle.round
        and (before.at is battle.at or before.at == battle.at)
        and sight_moment(before) == sight_moment(battle)
        and before.special == battle.special
        and before.holders == battle.holders
        and (before.commanders is battle.commanders or _riding(before) == _riding(battle))
    )


def _riding(battle: Battle) -> list[tuple[CommanderId, Hex]]:
    return [(one.id, one.hex) for one in lone_generals(battle)]


def _by_side(before: Battle, battle: Battle, side: Side) -> Iterator[Fact[Battle]]:
    sights, now = side_sights(battle, side), in_sight(battle, side)
    for stand, sighting in newly(sights, now):
        had = sights.seen.get(stand)
        yield Sighted(
            side=side, stand=stand, sighting=sighting, before=had.name if had is not None else StandId(""),
            rules=rules("SN-H1", "SN-H3", "SN-H4"),
        )  # fmt: skip
    for stand in lost(sights, now):
        at, facing = _last_seen(before, stand)
        yield LostSight(
            side=side, stand=stand, name=sights.seen[stand].name, at=at, facing=facing, rules=rules("SN-H5")
        )
    for name, ghost in sorted(sights.ghosts.items()):
        if ghost.turn < battle.round and place_in_sight(battle, side, ghost.was.hex):
            yield PlaceEmpty(side=side, name=name, rules=rules("SN-H5"))
    for here in (one for goal in battle.objectives for one in goal.hexes):
        holder = battle.holders.get(key(here))
        if holder is None or sights.held.get(key(here)) == holder:
            continue
        if holder == side or (place_in_sight(battle, side, here) and not _may_be_nothing(battle, here, now)):
            yield HexSeen(side=side, hex=here, holder=holder, rules=rules("SN-H9"))


def _may_be_nothing(battle: Battle, here: Hex, now: Mapping[StandId, Grade]) -> bool:
    """Whether no stand is seen in a hex but one that may be a blind: that an enemy holds it would tell what that is."""
    return has_blinds(battle) and now.get(battle.at.get(key(here), StandId("")), "body") == "body"


def _last_seen(before: Battle, stand: StandId) -> tuple[Hex, Facing]:
    one = before.stands.get(stand)
    if one is not None:
        return one.hex, one.facing
    return before.commanders[CommanderId(stand)].hex, NO_FACING
