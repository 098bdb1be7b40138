"""A sheet taken in: orders by word of mouth act at once, others ride; letters and spies leave (CA-4, CA-5)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing import errands
from pbem.rulesets.campaign.playing.detaching import detachment, left_of
from pbem.rulesets.campaign.playing.judging import why_not
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import TownId, Whereabouts, near_town
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.knowledge import Courier, Dispatch, Instruction
from pbem.rulesets.campaign.state.orders import LASTING, Act, Missive, Sheet
from pbem.rulesets.campaign.tables import RULE


def take(play: Play[Campaign], seat: Seat) -> None:
    """Everything on a seat's sheet.  Rules: CA-4, CA-5."""
    for told in instructions(play.battle.sheets[seat]).values():
        if told.force not in play.battle.forces:
            continue
        if errands.beside(play.battle, seat, told.force):
            obey(play, told)
        else:
            _by_courier(play, seat, told)
    for act in play.battle.sheets[seat].acts:
        if act.does == "spy":
            play.record(f.SpySet(seat, act.at))
    for letter in play.battle.sheets[seat].letters:
        write(play, seat, letter)


def instructions(sheet: Sheet) -> Mapping[StandId, Instruction]:
    """What each force is told, in the order in which the sheet names them."""
    found: dict[StandId, Instruction] = {}
    blank: dict[str, Any] = {}
    for act in sheet.acts:
        if act.does != "spy":
            told = found.get(act.force, Instruction(act.force, **blank))
            found[act.force] = replace(told, acts=(*told.acts, act))
    for line in sheet.ifs:
        told = found.get(line.then.force, Instruction(line.then.force, **blank))
        found[line.then.force] = replace(told, ifs=(*told.ifs, line))
    for one in sheet.standing:
        told = found.get(one.force, Instruction(one.force, **blank))
        found[one.force] = replace(told, rest=one.value)
    for two in sheet.reports or ():
        told = found.get(two.force, Instruction(two.force, **blank))
        found[two.force] = replace(told, silent=bool(two.value))
    return found


def _by_courier(play: Play[Campaign], seat: Seat, told: Instruction) -> None:
    end = errands.believed(play.battle, seat, seat, told.force)
    here = errands.head_of(play.battle, seat)
    if not end or not here.town:
        return
    errands.send(
        play,
        Courier(
            id=0, kind="orders", sender=seat, to=seat, force=told.force, written=play.battle.half,
            sent_from=near_town(play.battle.country, here), end=end, where=here, orders=told, ready=play.battle.half,
        ),
    )  # fmt: skip


def obey(play: Play[Campaign], told: Instruction) -> None:
    """What reaches a force is its order from now on.  Rules: CA-5."""
    lasting: list[Act] = []
    for act in told.acts:
        why = why_not(play.battle, act)
        if why:
            play.record(f.OrderRefused(act.force, act, why, rules=RULE["CA-4"]))
        elif act.does == "scout":
            play.record(f.OrdersCame(told.force, scouts=act.route, rules=RULE["CA-7"]))
        elif act.does in {"detach", "convoy"}:
            _part(play, act)
        elif act.does in LASTING:
            lasting.append(act)
    if lasting or told.ifs or told.rest is not None or told.silent is not None:
        last = lasting[-1] if lasting else None
        play.record(f.OrdersCame(told.force, act=last, ifs=told.ifs, rest=told.rest, silent=told.silent))


def _part(play: Play[Campaign], act: Act) -> None:
    into = detachment(play.battle, act)
    if isinstance(into, Force):
        left = left_of(play.battle.forces[act.force], into)
        play.record(f.Parted(act.force, into, left, rules=RULE["CA-4"]))


def write(play: Play[Campaign], seat: Seat, letter: Missive) -> None:
    """A letter leaves, and rides to where its writer believes the addressee to be.  Rules: CA-8, CA-Q5."""
    before = play.battle
    here = errands.head_of(before, seat)
    end = letter.at or errands.believed(before, seat, letter.to)
    if here.town and end and letter.to in before.officers:
        play.record(f.LetterWritten(seat, letter, end, rules=RULE["CA-8"]))
        _leaves(play, seat, letter, end, here)


def write_from(play: Play[Campaign], force: StandId, letter: Missive) -> None:
    """The letter of an if-line; of one that a force far from its commander sends they learn nothing.  Rules: CA-Q1."""
    before = play.battle
    seat, here = before.forces[force].seat, before.forces[force].where
    if errands.beside(before, seat, force):
        write(play, seat, letter)
        return
    end = letter.at or errands.believed(before, seat, letter.to)
    if here.town and end:
        _leaves(play, seat, letter, end, here)


def _leaves(play: Play[Campaign], seat: Seat, letter: Missive, end: TownId, here: Whereabouts) -> None:
    """Handed over to an addressee who is in the same place; to any other a courier rides.  Rules: CA-8."""
    start, half = near_town(play.battle.country, here), play.battle.half
    if errands.head_of(play.battle, letter.to) == here:
        play.record(
            f.Delivered(
                letter.to,
                Dispatch(
                    id=play.battle.riders, sender=seat, to=letter.to, written=half, sent_from=start, delivered=half,
                    text=letter.text,
                ),
            )
        )  # fmt: skip
        return
    errands.send(
        play,
        Courier(
            id=0, kind="letter", sender=seat, to=letter.to, written=half, sent_from=start, end=end, where=here,
            text=letter.text, ready=half,
        ),
    )  # fmt: skip
