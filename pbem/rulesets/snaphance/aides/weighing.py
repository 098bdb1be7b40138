"""What an attack or a shot is worth, in break points: the aide's judgement of any two stands that may meet."""

from pbem.engine.hexes import Facing, Hex, depth, in_narrow_arc, in_wide_arc, turned
from pbem.rulesets.snaphance.aides.chances import fighting, shooting
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE

BEATEN = 0.3
"""What being beaten costs besides SP, as a share of a stand's break points: ground, order, time."""
BOUNCED = 0.12
"""What it costs horse to fall back after a draw."""
SLIPS = 0.35
"""What is left of a charge on those who will evade it."""
FIRE = 0.9
"""Of the shots that enemies could make from where they are, as many are made."""
FIRST = 0.7
"""How likely an enemy is to act before the stand that is looked at does again; less for one that has acted."""


def attack_dice(mine: Piece, enemy: Piece, flank: bool) -> int:
    """Melee dice of a charge in open ground (SN-10.1, SN-10.2, SN-10.3, SN-10.4), roughly."""
    dice = mine.sp - mine.disordered
    pikes = enemy.kind.category in ("Pk", "PS") and not flank
    if not (mine.kind.is_mounted and pikes) and not (not mine.kind.is_mounted and enemy.kind.is_mounted):
        dice += mine.kind.cb if mine.sp >= mine.kind.sp[0] else min(mine.kind.cb, mine.kind.cb_after_loss)
    if flank:
        dice += 2 if mine.kind.heavy else 1
    return max(1, dice + _depth(mine, enemy))


def defence_dice(mine: Piece, enemy: Piece, flank: bool) -> int:
    """Melee dice of a stand that is charged in open ground, roughly."""
    dice = mine.sp - (mine.disordered or flank)
    if not flank:
        dice += _depth(mine, enemy)
        if enemy.kind.is_mounted and mine.kind.category == "PS":
            dice += mine.kind.pike_bonus
    if mine.kind.category == "Sh":
        dice -= 3 if enemy.kind.is_mcs else 1 if enemy.kind.is_cs else 0
    return max(1, dice)


def _depth(mine: Piece, enemy: Piece) -> int:
    behind = len(mine.stand.sp) - 1
    if mine.kind.category == "Pk":
        return behind * (2 if enemy.kind.is_mounted else 1)
    return min(1, behind) if mine.kind.subtype == "tercio" else 0


def contact_dice(mine: Piece, enemy: Piece, charging: bool) -> int:
    """Dice of a stand's fire at contact, through its front (SN-7.4, SN-7.6)."""
    kind = mine.kind
    if kind.category == "Hs":
        dice = (1 if charging else 3) if kind.subtype == "slow" else 2
        return min(dice, 1 if mine.sp == 1 else dice) - mine.disordered
    if charging:
        return 0
    if kind.category == "FH":
        return 2 - mine.disordered
    if kind.category == "Sk" or (kind.category in ("Sh", "Dr") and enemy.kind.is_mcs):
        return 0
    return mine.ranges.get(1, 0)


def evades(mine: Piece, enemy: Piece) -> bool:
    """Whether a stand will rather evade than fight, as standing orders have it by default (D12)."""
    if mine.kind.category == "Sk":
        return enemy.kind.is_cs or enemy.kind.category == "LC"
    return mine.kind.category in ("LC", "Dr") and enemy.kind.is_mcs


def clash(mine: Piece, enemy: Piece, dice: tuple[int, int], fire: tuple[int, int], gain: float, loss: float) -> float:
    """What a melee round is worth to the one who makes it.  dice, fire: his, the enemy's.

    Fire comes first: a stand that is hit fights in disorder.  gain, loss: what a break point is worth on either side.
    """
    hit_me = shooting(fire[1], mine.morale, mine.disordered) if fire[1] > 0 else None
    hit_him = shooting(fire[0], enemy.morale, enemy.disordered) if fire[0] > 0 else None
    worth = 0.0
    if hit_me is not None:
        worth -= loss * (hit_me.loss * mine.worth + (0 if mine.disordered else hit_me.hit * mine.order * 0.5))
    if hit_him is not None:
        worth += gain * (hit_him.loss * enemy.worth + (0 if enemy.disordered else hit_him.hit * enemy.order * 0.5))
    mine_hit, his_hit = hit_me.hit if hit_me else 0.0, hit_him.hit if hit_him else 0.0
    for i_am_hit in (False, True):
        for he_is_hit in (False, True):
            chance = (mine_hit if i_am_hit else 1 - mine_hit) * (his_hit if he_is_hit else 1 - his_hit)
            if chance:
                worth += chance * _round(mine, enemy, dice, i_am_hit, he_is_hit, gain, loss)
    return worth


def _round(
    mine: Piece, enemy: Piece, dice: tuple[int, int], i_am_hit: bool, he_is_hit: bool, gain: float, loss: float
) -> float:
    mine_down, his_down = i_am_hit and not mine.disordered, he_is_hit and not enemy.disordered
    got = fighting(
        max(1, dice[0] - mine_down), max(1, dice[1] - his_down), mine.morale, mine.disordered or i_am_hit,
        enemy.morale, enemy.disordered or he_is_hit,
    )  # fmt: skip
    draw = 1 - got.win - got.lose
    worth = gain * (got.dealt * enemy.worth + got.win * BEATEN * enemy.kind.bp)
    worth -= loss * (got.lost * mine.worth + got.lose * BEATEN * mine.kind.bp)
    return worth - (draw * BOUNCED * mine.kind.bp if mine.kind.is_mounted else 0)


def charge_worth(look: Look, mine: Piece, enemy: Piece, flank: bool, ours: bool) -> float:
    """What charging an enemy in the open promises the charger, frontally or not.  ours: whose charge it is."""
    known = "charge", mine.id, enemy.id, flank
    if known in look.kept:
        return float(look.kept[known])
    gain, loss = (look.temper.gain, look.temper.loss) if ours else (1.0, 1.0)
    if not may_charge(mine, enemy):
        worth = 0.0
    else:
        dice = attack_dice(mine, enemy, flank), defence_dice(enemy, mine, flank)
        fire = contact_dice(mine, enemy, True), 0 if flank else contact_dice(enemy, mine, False)
        worth = clash(mine, enemy, dice, fire, gain, loss)
        if evades(enemy, mine):
            worth *= SLIPS
    look.kept[known] = worth
    return worth


def may_charge(mine: Piece, enemy: Piece) -> bool:
    """Whether it is of a sort that charges the other in the open (SN-10.0)."""
    if mine.kind.cb <= 0 or mine.fought:
        return False
    return mine.kind.is_mounted or not enemy.kind.is_mcs or mine.kind.may_charge_mcs


# --- shots ----------------------------------------------------------------------------------------------------------


def shot_worth(look: Look, mine: Piece, enemy: Piece, dice: int) -> float:
    """What a shot with so many dice is worth."""
    got = shooting(dice, enemy.morale - (enemy.disordered is True), enemy.disordered)
    return look.temper.gain * (got.loss * enemy.worth + (0 if enemy.disordered else got.hit * enemy.order))


def in_arc(piece: Piece, here: Hex, facing: Facing, there: Hex) -> bool:
    """Whether a stand with that facing could shoot that way (SN-7.0a)."""
    if piece.kind.category == "Art":
        return in_narrow_arc(here, facing, there)
    return in_wide_arc(here, facing, there)


def shot_changes(look: Look, enemy: Piece) -> int:
    """Dice for or against a shot that its target makes (SNS-F6, SNS-F8), in the open or in cover."""
    known = "target", enemy.id
    if known not in look.kept:
        open_ground = look.terrain(enemy.hex) not in ("woods", "town")
        loose = enemy.kind.category in ("Sk", "LC", "Art")
        look.kept[known] = -1 if loose or not open_ground else 0
    return int(look.kept[known])


# --- danger ---------------------------------------------------------------------------------------------------------


def fire_upon(look: Look, here: Hex) -> float:
    """Chances of hits that enemies could get on a stand in a hex from where they are, added up."""
    known = "fire", here
    if known not in look.kept:
        total = 0.0
        for apart, foe in look.near(here):
            if apart > LONGEST_RANGE:
                break
            if foe.ranges and not foe.fought:
                dice = foe.ranges.get(apart, 0)
                if dice and in_arc(foe, foe.hex, foe.facing, here) and look.seen(foe.hex, here):
                    total += shooting(dice, 5, False).hit
        look.kept[known] = total
    return float(look.kept[known])


def can_come(foe: Piece, here: Hex, apart: int) -> bool:
    """Whether an enemy so many hexes off could be in contact with a hex after its next move."""
    if apart - 1 > foe.reach:
        return False
    if in_wide_arc(foe.hex, foe.facing, here):
        return True
    if foe.kind.is_free_mover:
        return True
    if apart > foe.reach:
        return False
    return any(in_wide_arc(foe.hex, turned(foe.facing, by), here) for by in (1, -1))


def comers(look: Look, here: Hex) -> tuple[Piece, ...]:
    """Enemies that might charge a stand in a hex."""
    known = "comers", here
    if known not in look.kept:
        look.kept[known] = tuple(
            foe for apart, foe in look.near(here)
            if apart <= foe.reach + 1 and foe.kind.cb > 0 and not foe.fought and can_come(foe, here, apart)
        )  # fmt: skip
    found: tuple[Piece, ...] = look.kept[known]
    return found


def danger(look: Look, piece: Piece, here: Hex, facing: Facing, but: Piece | None = None) -> float:
    """What the enemy might take from a stand in a hex with a facing before it acts again, by charges and fire."""
    worst = others = 0.0
    for foe in comers(look, here):
        if foe is but:
            continue
        worth = charge_worth(look, foe, piece, depth(here, facing, foe.hex) <= 0, ours=False)
        if worth > 0:
            worth *= FIRST if not foe.stand.moved else FIRST / 2
            others += min(worst, worth)
            worst = max(worst, worth)
    shot_at = 0.5 * piece.worth + (0 if piece.disordered else piece.order)
    return worst + 0.4 * others + FIRE * fire_upon(look, here) * shot_at
