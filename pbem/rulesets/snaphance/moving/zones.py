"""Zones of control (SN-4.6, SN-Q11)."""

from pbem.engine.hexes import Facing, Hex, flank_hexes, front_hexes, keys_around, rear_hexes
from pbem.engine.ids import Side, StandId
from pbem.rulesets.snaphance.state.battle import Battle, terrain, type_of
from pbem.rulesets.snaphance.state.rulings import reading


def has_zoc(battle: Battle, stand: StandId) -> bool:
    """Combat stands and shot have a zone of control, wherever they stand; no other stand (SN-4.6a), but for
    skirmishers in cover where the battle reads SN-Q11 so."""
    if battle.stands[stand].seen == "body":
        return False  # its facing is not seen (SN-H3)
    kind = type_of(battle, stand)
    if kind.category == "Sk" and reading(battle, "SN-Q11") == "skirmishers-in-cover":
        return _under_cover(battle, battle.stands[stand].hex)
    return kind.is_cs or kind.category == "Sh"


def _under_cover(battle: Battle, here: Hex) -> bool:
    """Whether a hex is cover, from all sides: woods, a town, marked as cover, or with defences of its own."""
    if terrain(battle, here) in ("woods", "town") or here in battle.cover:
        return True
    return any(one.hex == here for one in battle.defences)


def zoc_of(battle: Battle, stand: StandId) -> tuple[Hex, ...]:
    """The hexes of a stand's zone of control: its front 2H, left first; () for those who have none (SN-4.6a)."""
    one = battle.stands[stand]
    return front_hexes(one.hex, one.facing) if one.on_board and has_zoc(battle, stand) else ()


def enemy_zocs(battle: Battle, side: Side, here: Hex) -> tuple[StandId, ...]:
    """The stands hostile to ``side`` whose zone of control covers a hex, by id."""
    near = [code for there in keys_around(here) if (code := battle.at.get(there)) is not None]
    found = [code for code in near if battle.stands[code].side != side and here in zoc_of(battle, code)]
    return tuple(sorted(found)) if found else ()


def behind_or_beside(here: Hex, facing: Facing) -> tuple[Hex, ...]:
    """The four flank and rear hexes of a stand (2.8)."""
    return (*flank_hexes(here, facing), *rear_hexes(here, facing))


def barred_by(battle: Battle, side: Side, here: Hex, facing: Facing) -> tuple[StandId, ...]:
    """The enemies in whose zone a move may not end there with that facing: those on its flank or rear (SN-4.6c)."""
    zocs = enemy_zocs(battle, side, here)
    blind = behind_or_beside(here, facing) if zocs else ()
    return tuple(s for s in zocs if battle.stands[s].hex in blind)
