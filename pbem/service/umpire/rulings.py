"""Rulings: read, looked at before and after, tried in memory up to the next question, carried out."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from pbem.clock import from_iso
from pbem.engine.dice import SeededDice
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import Fix, Ruled, RulingAct, Told
from pbem.engine.laid import laid_down
from pbem.engine.play import Run, Waiting
from pbem.engine.rulings.language import RulingLanguage
from pbem.engine.rulings.reading import RulingProblem, RulingRead, described, read_ruling
from pbem.engine.rulings.trying import RulingTrial, try_ruling
from pbem.service.plainwords import plain_words
from pbem.service.play.called import decider
from pbem.service.play.mailing import compose_mails
from pbem.service.play.rulingmail import announced, ruling_mails
from pbem.service.play.running import go_on, guarded, play_on, set_going, still_asked
from pbem.service.play.work import Battle, Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.rights import need_right
from pbem.store import journal
from pbem.store.mails import read_again
from pbem.store.tables import PlayerId

LONGEST_REASON = 500
"""Characters of a reason."""


class NoRuling(Exception):
    """A ruling cannot be carried out; the message says why and what to do.  problems: the lines that were not read."""

    def __init__(self, why: str, problems: tuple[RulingProblem, ...] = ()) -> None:
        """why: in words, for the umpire."""
        super().__init__(why)
        self.problems = problems


class RulingPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruling would do."""

    said: tuple[str, ...]
    """Its lines in canonical form."""
    before: tuple[str, ...]
    """The units it is about, as they are."""
    after: tuple[str, ...]
    """The same as they would be."""
    problems: tuple[RulingProblem, ...]
    """Lines that were not read."""
    bounds: tuple[str, ...]
    """Why the rules could not hold the battle after it; it would be carried out all the same if the umpire says so."""
    broken: str
    """Why the rules could not even go on after it, so that it cannot be carried out; '' if they can."""
    touches: tuple[str, ...]
    """Titles of the seats that would see the change."""
    drops: tuple[str, ...]
    """Titles of the seats whose orders it would make void, for they are asked anew."""
    head: Seq
    """The last entry it was looked at from."""

    @property
    def can(self) -> bool:
        """Whether it can be carried out, perhaps all the same."""
        return bool(self.said) and not self.problems and not self.broken


class RulingCard(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that was made."""

    number: int
    """Among all of the game, from 1."""
    seq: Seq
    at: datetime
    """When, UTC."""
    by: str
    """Name of the umpire who made it."""
    reason: str
    said: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    told: Told
    despite: tuple[str, ...]
    """Bounds of the rules it was let break."""
    undoes: Seq | None
    """The ruling it takes back."""
    undone: bool
    """Whether a later one takes it back."""
    stands: bool
    """Whether it is part of the story; not so when the game was turned back before it."""
    waits: bool
    """Whether a die that it lays down has not been thrown yet."""


# --- looking ------------------------------------------------------------------------------------------------------


def language_of(work: Work) -> RulingLanguage[Any]:
    """The language of rulings of a game.  Raises NoRuling where its rules have none."""
    if work.rules.rulings is None:
        raise NoRuling(f"{work.rules.title} has no rulings yet; turn the game back instead")
    return work.rules.rulings


def preview(work: Work, text: str) -> RulingPreview:
    """What a ruling would do now; nothing is written.  Raises NoRuling."""
    language = language_of(work)
    read = read_ruling(language, work.battle, text)
    trial = tried(work, read) if read.said and not read.problems else RulingTrial("")
    known = set(language.faults(work.battle))
    return RulingPreview(
        said=read.said, before=described(language, work.battle, read.units),
        after=described(language, read.battle, read.units), problems=read.problems,
        bounds=tuple(one for one in language.faults(read.battle) if one not in known), broken=trial.broken,
        touches=tuple(work.chair(seat).title for seat in _touched(work, read.battle)),
        drops=tuple(work.chair(seat).title for seat in _dropped(work, trial.run)), head=work.last_seq,
    )  # fmt: skip


def tried(work: Work, read: RulingRead) -> RulingTrial:
    """The rules played on after a ruling, in memory, up to the next question."""
    dice = SeededDice(bytes.fromhex(work.seed), work.game, work.desk.words)
    decide = decider(work.rules, b"")
    return try_ruling(work.rules, work.table, read, last=work.last_seq, dice=dice, decide=decide)


def _dropped(work: Work, run: Run | None) -> tuple[Seat, ...]:
    """The seats whose orders would be void once the rules have run on so: they are asked anew."""
    if run is None or work.desk.open is None:
        return ()
    asks = run.stop.batch.asks if isinstance(run.stop, Waiting) else ()
    stays = {ask.seat for ask in work.desk.open.batch.asks if ask in asks}
    return tuple(seat for seat in work.desk.open.submissions if seat not in stays)


def _touched(work: Work, after: Battle) -> tuple[Seat, ...]:
    """The seats whose view of the battle would change."""
    view = work.rules.state.view
    return tuple(one.seat for one in work.chairs if view(work.battle, one.seat) != view(after, one.seat))


def rulings_of(work: Work) -> tuple[RulingCard, ...]:
    """Every ruling of an umpire's in a game, the newest first.  Raises JournalError."""
    with work.services.db.reading() as session:
        entries = [one for one in journal.load(session, work.game) if one.kind == "ruling"]
    acts = [(one, work.rules.codec.read(one)) for one in entries]
    made = [(one, body, body.act) for one, body in acts if body.act is not msgspec.UNSET]
    told, laid = {line.seq for line in work.story.lines}, laid_down(work.story.lines)
    undone = {act.undoes for one, _, act in made if act.undoes is not None and one.seq in told}
    cards = [
        RulingCard(
            number=number, seq=one.seq, at=from_iso(one.at), by=_name(work, act.by), reason=body.reason,
            said=_lines(act.said), before=_lines(act.before), after=_lines(act.after), told=act.told,
            despite=act.despite, undoes=act.undoes, undone=one.seq in undone, stands=one.seq in told,
            waits=one.seq in told and any(laid.get(fix.key) == fix.values for fix in body.fixes),
        )
        for number, (one, body, act) in enumerate(made, 1)
    ]  # fmt: skip
    return tuple(reversed(cards))


def rulings_after(work: Work, seq: Seq) -> tuple[int, ...]:
    """Numbers of the rulings that count no longer once the game is turned back to an entry, laid dice among them."""
    return tuple(one.number for one in reversed(rulings_of(work)) if one.stands and one.seq > seq)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def _name(work: Work, player: str) -> str:
    known = work.people.get(PlayerId(player))
    return known.name if known else "the umpire"


# --- the use cases ------------------------------------------------------------------------------------------------


def rule(
    services: Services,
    game: GameId,
    text: str,
    reason: str,
    by: PlayerId,
    *,
    told: Told = "touched",
    all_the_same: bool = False,
    head: Seq | None = None,
) -> Seq:
    """Carry out a ruling: one entry, after which the open question is made to fit; its entry.

    told: who hears of it while the game goes on.  all_the_same: even where the rules could not hold the battle; where
    they could not go on it is refused anyway.  head: the entry it was looked at from; refused when another umpire has
    ruled, or the game has gone on, since.  Raises NotUmpire, NoRuling, UnknownGame.
    """
    why = ruling_reason(reason)

    def attempt() -> Seq:
        work = open_game(services, game)
        need_right(work, by, "rule")
        need_battle(work)
        if head is not None and head != work.last_seq:
            raise NoRuling("the game has gone on since you looked; look at the ruling again")
        read, act = _checked(work, text, by, told, all_the_same=all_the_same)
        return carry_out(work, why, read.facts, read.fixes, read.ends_step, act)

    return retried(attempt)


def need_battle(work: Work) -> None:
    """Raises NoRuling where the battle has ended, also while a report of its end is held."""
    if work.state == "over":
        raise NoRuling(f"{work.title} is over")
    if work.desk.ended:
        raise NoRuling(f"{work.title} has ended; turn it back first, or release the reports that you hold")


def note_ruling(work: Work, text: str, reason: str, by: str, told: Told, *, all_the_same: bool) -> Seq:
    """Note a ruling where the game stands now, and tell of it; what plays on from there is the caller's.

    Raises NoRuling.
    """
    why = ruling_reason(reason)
    read, act = _checked(work, text, by, told, all_the_same=all_the_same)
    return _noted(work, why, read.facts, read.fixes, read.ends_step, act)


def _checked(work: Work, text: str, by: str, told: Told, *, all_the_same: bool) -> tuple[RulingRead, RulingAct]:
    """A ruling that can be carried out.  Raises NoRuling."""
    seen = preview(work, text)
    _check(seen, all_the_same=all_the_same)
    read = read_ruling(language_of(work), work.battle, text)
    act = RulingAct(
        by=by, said="\n".join(seen.said), before="\n".join(seen.before), after="\n".join(seen.after), told=told,
        despite=seen.bounds,
    )  # fmt: skip
    return read, act


def ruling_reason(reason: str) -> str:
    """A reason as it is kept.  Raises NoRuling for none, or one that is too long."""
    why = " ".join(plain_words(reason).split())
    if not why:
        raise NoRuling("a ruling needs a reason: the players read it, at the end at the latest")
    if len(why) > LONGEST_REASON:
        raise NoRuling(f"the reason has {len(why)} characters; at most {LONGEST_REASON} are kept")
    return why


def _check(seen: RulingPreview, *, all_the_same: bool) -> None:
    """Raises NoRuling for what cannot be carried out."""
    if seen.problems:
        first = seen.problems[0]
        raise NoRuling(f"line {first.line}, {first.quote!r}: {first.reason}", seen.problems)
    if not seen.said:
        raise NoRuling("the ruling says nothing; write for example: rule S04 at ...")
    if seen.broken:
        raise NoRuling(seen.broken)
    if seen.bounds and not all_the_same:
        raise NoRuling(f"{'; '.join(seen.bounds)}. Say `all the same` to rule it nevertheless.")


def carry_out(
    work: Work, reason: str, facts: tuple[Any, ...], fixes: tuple[Fix, ...], ends: bool, act: RulingAct
) -> Seq:
    """Note and write a ruling, and tell the players who are to hear of it; a game that was stopped goes on by it."""
    seqs: list[Seq] = []
    stopped = work.state == "stopped"

    def ruled() -> None:
        set_going(work, UMPIRE, reason)
        seqs.append(_noted(work, reason, facts, fixes, ends, act))
        if stopped:
            go_on(work)
        elif not still_asked(work):
            play_on(work)

    if not guarded(work, ruled):
        raise NoRuling("the rules cannot go on from there; nothing was changed")
    compose_mails(work)
    work.write(*(partial(read_again, game=work.game),) if stopped else ())
    return seqs[0]


def _noted(work: Work, reason: str, facts: tuple[Any, ...], fixes: tuple[Fix, ...], ends: bool, act: RulingAct) -> Seq:
    """Note a ruling, and tell the players who are to hear of it."""
    touched = _touched(work, announced(work, work.battle, facts))
    seq = work.note("ruling", UMPIRE, Ruled(reason=reason, facts=facts, fixes=fixes, ends_step=ends, act=act))
    _tell(work, seq, reason, act, touched)
    return seq


def _tell(work: Work, seq: Seq, reason: str, act: RulingAct, touched: Iterable[Seat]) -> None:
    """Mail a ruling to the players who are to hear of it now; a seat whose report is held hears of it with that."""
    seats = {"at the end": (), "touched": tuple(touched), "all": tuple(one.seat for one in work.chairs)}[act.told]
    for seat in seats:
        if not work.desk.held.get(seat):
            work.matters = (*work.matters, *ruling_mails(work, seat, seq, reason))
