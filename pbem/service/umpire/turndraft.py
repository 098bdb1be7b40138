"""What an umpire has written under the reports of a closed turn and not published: kept until the turn is played."""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.service.play.drafts import draft_in, keep_draft
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.held import LONGEST_REASON, LONGEST_REMARK
from pbem.service.umpire.rights import need_right
from pbem.store.tables import PlayerId

MOST_STRUCK = 200
"""Sentences of one report that are kept as marked."""


class TurnDraft(msgspec.Struct, frozen=True, kw_only=True):
    """Words under reports, sentences marked to be struck."""

    notes: Mapping[Seat, str] = {}
    """By the readers of reports."""
    strikes: Mapping[Seat, tuple[str, ...]] = {}
    reason: str = ""
    """Of the strikes."""
    shut: str = ""
    """When the turn was closed for which it is kept; '' for one that is not kept."""

    @property
    def struck(self) -> list[tuple[Seat, str]]:
        """The sentences one by one."""
        return [(seat, one) for seat, some in self.strikes.items() for one in some]

    @property
    def noted(self) -> list[tuple[Seat, str]]:
        """The words that there are."""
        return [(seat, text) for seat, text in self.notes.items() if text.strip()]


def turn_draft(work: Work) -> TurnDraft:
    """What is kept for the closed turn; nothing where orders are open, or where the turn was closed anew."""
    if not work.desk.shut or work.desk.open is None:
        return TurnDraft()
    with work.services.db.reading() as session:
        kept = draft_in(session, work.game, UMPIRE, work.desk.open.seq)
    draft = msgspec.json.decode(kept.text, type=TurnDraft) if kept is not None and kept.text else TurnDraft()
    return draft if draft.shut == work.desk.shut else TurnDraft()


def keep_turn_draft(services: Services, game: GameId, draft: TurnDraft, by: PlayerId) -> None:
    """Keep what was written; the latest counts, whichever umpire wrote it.  Raises NotUmpire, UnknownGame.

    What is longer than can be published is cut.
    """
    work = open_game(services, game)
    need_right(work, by, "publish")
    if not work.desk.shut or work.desk.open is None:
        return
    cut = TurnDraft(
        notes={seat: text[:LONGEST_REMARK] for seat, text in draft.noted},
        strikes={seat: some[:MOST_STRUCK] for seat, some in draft.strikes.items() if some},
        reason=draft.reason[:LONGEST_REASON],
        shut=work.desk.shut,
    )
    keep_draft(services, game, UMPIRE, work.desk.open.seq, msgspec.json.encode(cut).decode())
