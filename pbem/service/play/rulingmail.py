"""The mail that tells a player of a ruling: at once, or with the report that the umpire holds from that player."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Line, Ruled, RulingAct, fold, story_of
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.model.mails import MailMatter
from pbem.service.play.work import Battle, Work


def ruling_mails(work: Work, seat: Seat, seq: Seq, reason: str) -> Iterator[MailMatter]:
    """A ruling to the persons on a seat.  seq: its entry."""
    chair = work.chair(seat)
    url = f"{work.services.config.base_url}/g/{work.game}"
    letter = Letter(
        kicker=f"{work.title}. For {chair.title}.", title=f"{work.title}: the umpire has ruled",
        lead=("The umpire has made a ruling that changes what you see.",),
        sections=(
            Section("The reason", (Quote(reason),)),
            Section("", (Para("Your page shows how things stand now."), Button("Open the page", url))),
        ),
        preheader=reason,
    )  # fmt: skip
    turn = work.desk.turns.get(seat, 0)
    for person in work.addressees(seat, turn):
        yield MailMatter(
            kind="ruling", to=person, at=work.now, game=work.game, turn=turn, seat=seat,
            revision=work.revision(str(seq), seat, person), letter=letter,
        )  # fmt: skip


def announced(work: Work, battle: Battle, facts: Iterable[Any]) -> Battle:
    """A battle after those of a ruling's facts that its players may take to be the umpire's: news of a spy's is none.

    battle: as it stood before them.
    """
    language = work.rules.rulings
    for fact in facts:
        if language is None or not isinstance(fact, language.unannounced):
            battle = fact.apply(battle)
    return battle


def untold_rulings(work: Work, seat: Seat) -> Iterator[MailMatter]:
    """The rulings made since a seat's report is held, of those that it was to hear of: told with the report."""
    told = work.desk.held.get(seat, Seq(0))
    for line in work.table.since(told) if told else ():
        if line.seq > told and isinstance(line.body, Ruled) and isinstance(line.body.act, RulingAct):
            act = line.body.act
            if act.told == "all" or (act.told == "touched" and _touches(work, seat, line)):
                yield from ruling_mails(work, seat, line.seq, line.body.reason)


def _touches(work: Work, seat: Seat, ruling: Line) -> bool:
    """Whether what a seat may see was changed by a ruling, by what of it is announced."""
    last = Seq(ruling.seq - 1)
    before = fold(story_of([line for line in work.table.since(last) if line.seq <= last]).lines)
    view = work.rules.state.view
    return bool(view(before, seat) != view(announced(work, before, ruling.body.facts), seat))
