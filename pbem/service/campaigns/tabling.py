"""Battles on a real table: each side's commanders tell what came of them; the umpire settles where they differ.

The commanders are mailed once what is to be put on the table.  The word of a side is what one of its commanders told
last.  When both sides have told the same the result is taken; a side that no person plays has no say in it (CA-Q36).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.called import BattleResult, CalledBattle, CalledSide
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import TableTold
from pbem.engine.orders import Reading
from pbem.reports.letter import Block, Para, Quote, Section
from pbem.service.campaigns.calls import called_in, taken
from pbem.service.model.desk import TableWord
from pbem.service.play.mailing import compose_mails
from pbem.service.play.playermail import add_word
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.umpiremail import tell_umpires
from pbem.store.tables import PlayerId

AGREED = "agreed"
"""A text that takes the other side's word."""


class NoResult(Exception):
    """What came of a battle cannot be taken as told; the message says why and what to do."""


class SideWord(NamedTuple):
    """What a side has told of a battle."""

    side: CalledSide
    has_say: bool
    """Whether a person commands on it."""
    text: str
    """Its word as lines, '' for none yet."""
    result: BattleResult | None


def on_table(work: Work, seat: Seat) -> tuple[CalledBattle, ...]:
    """The battles on a real table whose result a seat may tell: those that its forces are in."""
    return tuple(one for one in _tabled(work) if side_of(one, seat) is not None)


def _tabled(work: Work) -> Iterator[CalledBattle]:
    return (one for one in called_in(work) if one.how == "table" and one.result is None)


def side_of(one: CalledBattle, seat: Seat) -> CalledSide | None:
    """The side of a battle that a seat commands on."""
    return next((side for side in one.spec.sides if any(some.seat == seat for some in side.commands)), None)


def words(work: Work, one: CalledBattle) -> tuple[SideWord, SideWord]:
    """What both sides have told."""
    first, second = (_word(work, one, side) for side in one.spec.sides)
    return first, second


def _word(work: Work, one: CalledBattle, side: CalledSide) -> SideWord:
    seats = [some.seat for some in side.commands]
    text = next((told.text for told in reversed(work.desk.told)
                 if told.number == one.spec.number and told.seat in seats), "")  # fmt: skip
    people = any(work.chair(seat).person is not None for seat in seats)
    return SideWord(side, people, text, _read(work, one, text).answer if text else None)


def _read(work: Work, one: CalledBattle, text: str) -> Reading:
    calls = work.rules.calls
    assert calls is not None  # it has called the battle
    return calls.read(one.spec, text)


def same(one: BattleResult | None, other: BattleResult | None) -> bool:
    """Whether two results say the same, however they are written."""
    return one is not None and other is not None and _plain(one) == _plain(other)


def _plain(one: BattleResult) -> BattleResult:
    losses = sorted((loss for loss in one.losses if loss.all), key=lambda loss: loss.unit)
    return replace(one, losses=tuple(losses), leaders_lost=tuple(sorted(one.leaders_lost)), text="")


# --- told ---------------------------------------------------------------------------------------------------------


def tell_result(services: Services, game: GameId, seat: Seat, number: int, text: str, by: PlayerId) -> str:
    """What a commander says came of a battle; how things stand now, in a sentence.

    text: lines such as ``winner south``, or ``agreed``.  Raises NoResult, UnknownGame.
    """

    def attempt() -> str:
        work = open_game(services, game)
        one = next((some for some in on_table(work, seat) if some.spec.number == number), None)
        if one is None:
            raise NoResult(f"you have no forces in a battle {number} that is fought on a table now")
        lines = _lines(work, one, seat, text)
        work.note("told", seat, TableTold(number=number, seat=seat, text=lines, by=by))
        said = _after(work, one, seat, lines, by)
        compose_mails(work)
        work.write()
        return said

    return retried(attempt)


def _lines(work: Work, one: CalledBattle, seat: Seat, text: str) -> str:
    """The word in canonical form.  Raises NoResult."""
    mine = side_of(one, seat)
    if text.strip().casefold().rstrip(".") == AGREED:
        theirs = next(word for word in words(work, one) if word.side != mine)
        if not theirs.text:
            raise NoResult(f"{theirs.side.name} has not told yet what came of the battle; write its result yourself")
        return theirs.text
    reading = _read(work, one, text)
    if reading.problems:
        first = reading.problems[0]
        raise NoResult(f"line {first.line}, {first.quote!r}: {first.reason}")
    if reading.answer is None:
        raise NoResult("it does not say what came of the battle; write for example: winner none")
    return reading.text


def _after(work: Work, one: CalledBattle, seat: Seat, lines: str, by: PlayerId) -> str:
    """The result taken where both sides say the same; else the other side, or the umpire, is asked."""
    first, second = words(work, one)
    told = [word for word in (first, second) if word.has_say]
    if all(word.result is not None for word in told) and (len(told) < 2 or same(told[0].result, told[1].result)):
        result = told[0].result
        assert result is not None  # so says the line above
        taken(work, one.spec.number, replace(result, how="table"), by=by)
        return "Both sides have told the same, and the result is taken." if len(told) > 1 else "The result is taken."
    others = [word for word in told if word.text != lines or not word.text]
    if all(word.result is not None for word in told):
        return _differ(work, one, first, second)
    _ask(work, one, seat, others, lines)
    return f"Noted. {' and '.join(word.side.name for word in others)} is asked to tell the same."


def _ask(work: Work, one: CalledBattle, seat: Seat, others: Sequence[SideWord], lines: str) -> None:
    said = as_lines(one, lines)
    for word in others:
        _mail(
            work, one, word.side, f"{one.spec.title}: what came of it",
            f"{work.chair(seat).title} has told what came of the battle. Do you agree?",
            (Section("As told", (Quote(said),)),),
            (f"Answer with the line `battle {one.spec.number}: {AGREED}`, or with lines of your own like these.",),
        )  # fmt: skip


def _differ(work: Work, one: CalledBattle, first: SideWord, second: SideWord) -> str:
    """Both have told, and not the same: the umpire is asked; without one both sides are."""
    both = tuple(Section(word.side.name, (Quote(as_lines(one, word.text)),)) for word in (first, second))
    points = differences(first, second)
    if work.desk.umpire:
        lines = "\n\n".join(f"{word.side.name}:\n{as_lines(one, word.text)}" for word in (first, second))
        page = f"On the umpire's page battle {one.spec.number} has both, and takes either."
        by_mail = f"By mail rule it in lines like `rule battle {one.spec.number}: winner none`."
        how = (f"They differ in: {'; '.join(points)}.", page, by_mail)
        tell_umpires(work, "rule", f"{one.spec.title}: the two sides differ", "Both sides have told:", lines, how)
        return "The other side has told otherwise, so the umpire is asked."
    for word in (first, second):
        _mail(
            work, one, word.side, f"{one.spec.title}: the two sides differ",
            f"Both sides have told what came of the battle, and differ in: {'; '.join(points)}.", both,
            ("Agree between you, and let one side tell it again: the battle is over once both say the same.",),
        )  # fmt: skip
    return "The other side has told otherwise; both sides have been mailed where you differ."


def differences(first: SideWord, second: SideWord) -> list[str]:
    """What two words differ in: the winner, the field, units, commanders."""
    one, other = first.result, second.result
    assert one is not None
    assert other is not None  # both have told
    found = [name for name in ("winner", "holder") if getattr(one, name) != getattr(other, name)]
    losses = [{loss.unit: loss for loss in some.losses if loss.all} for some in (one, other)]
    found += [str(unit) for unit in sorted({*losses[0], *losses[1]}) if losses[0].get(unit) != losses[1].get(unit)]
    found += sorted({*one.leaders_lost} ^ {*other.leaders_lost})
    return ["the field" if name == "holder" else name for name in found]


def as_lines(one: CalledBattle, text: str) -> str:
    """Lines as a mail has them: each with the battle's number."""
    return "\n".join(f"battle {one.spec.number}: {line}" for line in text.splitlines())


# --- what is to be put on the table ---------------------------------------------------------------------------------


def noted(work: Work, number: int, what: str) -> TableWord | None:
    """The service's own notice of a battle, if it has been given: '' that it is called, ``stopped`` of its game."""
    return next((one for one in work.desk.told if (one.number, one.seat, one.text) == (number, "", what)), None)


def announce(services: Services, seen: Work, one: CalledBattle) -> None:
    """Mail the commanders of a battle on a real table, once, what is to be put on it; the umpire where it has none.

    seen: the campaign, just opened."""
    if noted(seen, one.spec.number, ""):
        return

    def attempt() -> None:
        work = open_game(services, seen.game)
        new = next((some for some in _tabled(work) if some.spec.number == one.spec.number), None)
        if new is None or noted(work, one.spec.number, ""):
            return
        work.note("told", "engine", TableTold(number=new.spec.number, seat=Seat(""), text="", by=""))
        _announced(work, new)
        compose_mails(work)
        work.write()

    retried(attempt)


def _announced(work: Work, one: CalledBattle) -> None:
    spec = one.spec
    lead = f"A battle is called: in the {spec.hour} of {spec.date}, {spec.ground}."
    if not any(word.has_say for word in words(work, one)):
        alone = (
            f"No player commands in it: tell on your page what came of battle {spec.number}, or have aides fight it."
        )
        tell_umpires(work, "rule", f"{spec.title}: a battle on the table", lead, "", (alone,))
        return
    first, second = spec.sides
    examples = (f"winner {first.side}", f"loss {first.units[0].code} 100 taken 20 back 50", f"field {second.side}")
    told = "Fight it on a table, by any rules, and tell what came of it: both sides do, on the page or by mail."
    meanwhile = "The campaign goes on meanwhile where the battle cannot touch it."
    by_mail = f"By mail write lines like these: {', '.join(f'`battle {spec.number}: {line}`' for line in examples)}."
    for side in spec.sides:
        _mail(
            work, one, side, f"{spec.title}: a battle on your table",
            f"{lead}{' It is an assault on works.' if spec.storm else ''}",
            tuple(Section(some.name, tuple(_units(some))) for some in spec.sides),
            (told, meanwhile, by_mail),
        )  # fmt: skip


def _units(side: CalledSide) -> Iterable[Block]:
    """Who fights on a side, a line each."""
    led = f"Led by {', '.join(side.leaders)}." if side.leaders else ""
    rows = [
        f"{one.code} {one.name}: {one.men} {'guns' if one.type == 'ART' else 'men'}, {one.type}-{one.rating}"
        f"{f', comes after round {one.arrives}' if one.arrives else ''}{'' if one.fed else ', without bread'}"
        for one in side.units
    ]
    return (*((Para(led),) if led else ()), Quote("\n".join(rows)))


def _mail(
    work: Work, one: CalledBattle, side: CalledSide, title: str, lead: str, blocks: tuple[Section, ...],
    more: tuple[str, ...],
) -> None:  # fmt: skip
    url = f"{work.services.config.base_url}/g/{work.game}/battles/{one.spec.number}"
    for command in side.commands:
        chair = work.chair(command.seat)
        if chair.person is not None:
            add_word(work, "pact", chair, chair.person, title, lead, more, blocks, button=("Tell what came of it", url))
