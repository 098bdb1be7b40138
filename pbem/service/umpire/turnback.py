"""The game turned back to an event, or forward again to what was left by turning back: nothing is ever deleted."""

from datetime import datetime
from typing import Literal

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, GameId, Seq
from pbem.engine.journal import TABLE, Rewound, story_of
from pbem.engine.reporting import Event
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.model.mails import MailMatter
from pbem.service.plainwords import plain_words
from pbem.service.play.mailing import compose_mails
from pbem.service.play.running import guarded, play_on
from pbem.service.play.work import Mark, Work, open_game
from pbem.service.replay.replay import followed, marks_of
from pbem.service.services import Services, retried
from pbem.service.umpire.rights import need_umpire
from pbem.store.tables import PlayerId

LONGEST_REASON = 500
"""Characters of a reason."""

SameOrFresh = Literal["same", "fresh"]
"""Dice after a turning back: the same where the same is rolled, or others."""


class NoTurningBack(Exception):
    """A game cannot be turned back like this; the message says why and what to do."""


class PastEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a turn, as the umpire sees it."""

    seq: Seq
    """The entry after which the game would go on."""
    no: str
    """As the umpire's replay numbers it (``4.2``); ``4.0`` for how the turn began."""
    text: str
    """What happened; '' for how the turn began."""


class PastTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that has been played."""

    number: int
    name: str
    at: datetime
    """When its report was written, UTC."""
    events: tuple[PastEvent, ...]


# --- looking ------------------------------------------------------------------------------------------------------


def past_turns(work: Work) -> tuple[PastTurn, ...]:
    """Every turn of a game with its events, the newest first; for its umpire alone."""
    return tuple(_turn(work, mark) for mark in reversed(marks_of(work, UMPIRE)))


def _turn(work: Work, mark: Mark) -> PastTurn:
    told, moments = followed(work, mark)
    seqs = _seqs(work, mark)
    events = [PastEvent(seq=_first(work, mark), no=f"{mark.number}.0", text="")]
    for moment in moments[1:]:
        assert isinstance(moment.told, Event)  # only the first has none
        last = len(seqs) if moment is moments[-1] else moment.told.until
        if seqs and last:
            events.append(PastEvent(seq=seqs[last - 1], no=moment.no, text=moment.told.text))
    return PastTurn(number=mark.number, name=told.turn_name, at=from_iso(mark.at), events=tuple(events))


def _first(work: Work, mark: Mark) -> Seq:
    """The last table entry before a turn was played; the game's first entry for the first of all."""
    return max((line.seq for line in work.table if line.seq <= mark.from_seq), default=work.table[0].seq)


def _seqs(work: Work, mark: Mark) -> list[Seq]:
    """The entry of each thing that the umpire's report of a turn tells, in their order."""
    learned, battle = work.rules.state.learned, work.battle
    lines = [
        line
        for line in story_of([line for line in work.table if line.seq <= mark.to_seq]).lines
        if line.seq > mark.from_seq
    ]
    found: list[Seq] = []
    for line in lines:
        facts = (line.body.fact,) if line.kind == "fact" else line.body.facts if line.kind == "ruling" else ()
        found += [line.seq for fact in facts if learned(fact, battle, UMPIRE) is not None]
    return found


# --- the use case -------------------------------------------------------------------------------------------------


def turn_back(
    services: Services,
    game: GameId,
    to: Seq,
    dice: SameOrFresh,
    reason: str,
    by: PlayerId,
    *,
    keep: bool = False,
    head: Seq | None = None,
) -> None:
    """Go on from an earlier entry of the story, or from one that was left by turning back; every player is told.

    keep: answers given since are given again wherever the very same is asked; else all is asked anew.  head: the entry
    the umpire looked at it from; refused when the game has gone on since.  Raises NotUmpire, NoTurningBack,
    UnknownGame.
    """
    why = " ".join(plain_words(reason).split())[: LONGEST_REASON + 1]
    if not why or len(why) > LONGEST_REASON:
        raise NoTurningBack(f"give a reason of at most {LONGEST_REASON} characters: the players read it")

    def attempt() -> None:
        work = open_game(services, game)
        need_umpire(work, by)
        _check(work, to, head)
        void = tuple(one for one in work.marks_of(work.chairs[0].seat) if one.to_seq > to and one.number)

        def turned() -> None:
            work.note("rewind", UMPIRE, Rewound(to, dice, keep=keep, reason=why))
            _tell(work, why, void)
            play_on(work)

        if not guarded(work, turned):
            raise NoTurningBack("the rules cannot go on from there; nothing was changed")
        compose_mails(work)
        work.write()

    retried(attempt)


def _check(work: Work, to: Seq, head: Seq | None) -> None:
    """Raises NoTurningBack."""
    if work.desk.seed:
        raise NoTurningBack("the dice seed has been published with the end; a finished game is not turned back")
    if head is not None and head != work.last_seq:
        raise NoTurningBack("the game has gone on since you looked; look again")
    if to not in {line.seq for line in work.table}:
        raise NoTurningBack(f"entry {to} is no part of the battle ({', '.join(sorted(TABLE))})")
    if work.table and to == work.table[-1].seq:
        raise NoTurningBack("that is where the game stands now")


def _tell(work: Work, reason: str, void: tuple[Mark, ...]) -> None:
    """A correction notice to every player: which reports are void, and that old orders can be read and copied."""
    names = ", ".join(dict.fromkeys(one.turn_name for one in void))
    gone = f"The reports of {names} are void." if names else "No report that you have had is void."
    url = f"{work.services.config.base_url}/g/{work.game}"
    for chair in work.chairs:
        turn = work.desk.turns.get(chair.seat, 0)
        letter = Letter(
            kicker=f"{work.title}. For {chair.title}.", title=f"{work.title}: the umpire has turned the game back",
            lead=("The game goes on from an earlier moment.",),
            sections=(
                Section("The reason", (Quote(reason),)),
                Section("", (
                    Para(gone), Para("Your earlier orders can be read and copied under Versions of your orders."),
                    Button("Open the page", url),
                )),
            ),
            preheader=reason,
        )  # fmt: skip
        for person in work.addressees(chair.seat, turn):
            matter = MailMatter(
                kind="ruling", to=person, at=work.now, game=work.game, turn=turn, seat=chair.seat,
                revision=work.revision(str(work.last_seq), chair.seat, person), letter=letter,
            )  # fmt: skip
            work.matters = (*work.matters, matter)
