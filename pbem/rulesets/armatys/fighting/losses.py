"""Figures lost: which type is at risk, whether it dies, whether cover saves it, which figure goes (AR-cas, AR-G27)."""

from typing import Literal

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit, armour_of, ratio

End = Literal["left", "right", ""]


def hit(play: Play[Battle], target: StandId, by: str, *, cover: bool, end: End = "") -> None:
    """AR-cas-1, AR-cas-3, AR-cas-4: a small-arms or melee hit: ident, kill, save.  end: AR-D21."""
    risk = named(play, target)
    unit = play.battle.units[target]
    if not unit.figures:
        return
    letter = _letter(unit, risk)
    least = t.KILLED[armour_of(unit, letter)]
    killed = play.roll("ar.kill", target, 1).values[0] >= least
    saved = killed and cover and play.roll("ar.save", target, 1).values[0] >= t.SAVED
    _tell(play, target, by, risk, letter, end, killed=killed, saved=saved, rules=(RuleId("AR-cas-3"),))


def gun_hit(play: Play[Battle], target: StandId, by: str, *, hard_cover: bool, end: End = "") -> None:
    """AR-art-10, AR-art-11, AR-art-12: kill, save, ident."""
    if not play.battle.units[target].figures:
        return
    killed = play.roll("ar.kill", target, 1).values[0] >= t.GUN_KILLS
    saved = killed and hard_cover and play.roll("ar.save", target, 1).values[0] >= t.SAVED
    risk = named(play, target) if killed and not saved else ""
    letter = _letter(play.battle.units[target], risk)
    _tell(play, target, by, risk, letter, end, killed=killed, saved=saved, rules=(RuleId("AR-art-10"),))


def one_figure(play: Play[Battle], target: StandId, by: str, end: End = "") -> None:
    """AR-mor-4, AR-Q13: a figure lost by breaking, without armour or save."""
    if play.battle.units[target].figures:
        risk = named(play, target)
        unit = play.battle.units[target]
        letter = _letter(unit, risk)
        rows = without(unit.rows, letter, end)
        play.record(f.Risked(target, by, risk, lost=letter, rows=rows, rules=(RuleId("AR-mor-4"),)))


def named(play: Play[Battle], target: StandId) -> str:
    """AR-cas-1: the type at risk, by a die for a mixed unit (AR-Q4: by the figures present now); '' otherwise."""
    line = ratio(play.battle.units[target])
    if line is None:
        return ""
    return "P" if play.roll("ar.ident", target, 1).values[0] <= t.PIKES_AT_RISK[line] else "M"


def without(rows: tuple[str, ...], letter: str, end: End = "") -> tuple[str, ...]:
    """AR-G27: the rows without one such figure: of the rearmost row with one, the outermost in the fuller half."""
    place = max(i for i, row in enumerate(rows) if letter in row)
    row = rows[place]
    half = len(row) // 2
    left, right = row[:half].count(letter), row[len(row) - half :].count(letter)
    from_left = left > right or (left == right and end == "left")
    at = row.index(letter) if from_left else row.rindex(letter)
    shorter = row[:at] + row[at + 1 :]
    return tuple(one for one in (*rows[:place], shorter, *rows[place + 1 :]) if one)


def _letter(unit: Unit, risk: str) -> str:
    """The letter of the type at risk: halberds count as pikes, bows as muskets (AR-Q6)."""
    letters = "".join(unit.rows)
    sought = {"P": "PW", "M": "MB"}.get(risk, letters)
    return next(letter for letter in letters if letter in sought)


def _tell(
    play: Play[Battle], target: StandId, by: str, risk: str, letter: str, end: End, *, killed: bool, saved: bool,
    rules: tuple[RuleId, ...],
) -> None:  # fmt: skip
    lost = letter if killed and not saved else ""
    rows = without(play.battle.units[target].rows, letter, end) if lost else ()
    play.record(f.Risked(target, by, risk, saved=saved, lost=lost, rows=rows, rules=rules))
