"""The mail that tells a player of a ruling: at once, or with the report that the umpire holds from that player."""

from collections.abc import Iterator

from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Ruled, RulingAct, fold, story_of
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.model.mails import MailMatter
from pbem.service.play.work import Work


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


def untold_rulings(work: Work, seat: Seat) -> Iterator[MailMatter]:
    """The rulings made since a seat's report is held, of those that it was to hear of: told with the report."""
    told = work.desk.held.get(seat, Seq(0))
    for line in work.table if told else ():
        if line.seq > told and isinstance(line.body, Ruled) and isinstance(line.body.act, RulingAct):
            act = line.body.act
            if act.told == "all" or (act.told == "touched" and _touches(work, seat, line.seq)):
                yield from ruling_mails(work, seat, line.seq, line.body.reason)


def _touches(work: Work, seat: Seat, seq: Seq) -> bool:
    """Whether what a seat may see was changed by the ruling of that entry."""
    before, after = (story_of([line for line in work.table if line.seq <= last]) for last in (seq - 1, seq))
    view = work.rules.state.view
    return bool(view(fold(before.lines), seat) != view(fold(after.lines), seat))
