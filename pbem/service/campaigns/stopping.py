"""Games of battles that came to nothing: one that a fault has stopped, and one whose battle is settled otherwise."""

import logging
from collections.abc import Callable
from datetime import timedelta

from sqlmodel import col, select

from pbem.clock import from_iso
from pbem.engine.called import CalledBattle
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Ruled, TableTold
from pbem.service.campaigns.calls import battle_at_all, called_in
from pbem.service.campaigns.tabling import noted
from pbem.service.play.mailing import compose_mails
from pbem.service.play.playermail import trouble_word
from pbem.service.play.running import guarded, play_on, set_going
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, apart, retried
from pbem.store.tables import Game

log = logging.getLogger(__name__)

STOPPED = "stopped"
PATIENCE = timedelta(days=1)
"""For which a campaign without an umpire waits for the game of a battle to be mended."""
SETTLED = "The campaign has settled this battle in another way."


def tend_stopped(
    services: Services, seen: Work, one: CalledBattle, game: GameId, fight: Callable[[Work, CalledBattle], bool]
) -> bool:
    """A battle whose own game is stopped: its umpire is asked, once; without one, or with one who is absent too long,
    aides fight it anew (CA-Q35).  Whether a result was taken.

    seen: the campaign, just opened.  fight: has aides fight it."""
    told = noted(seen, one.spec.number, STOPPED)
    if told is None:
        retried(lambda: _ask(services, seen.game, one, game))
        return False
    absent = timedelta(days=seen.options.absent) if seen.desk.umpire else PATIENCE
    return bool(absent) and seen.now - from_iso(told.at) >= absent and fight(seen, one)


def _ask(services: Services, campaign: GameId, one: CalledBattle, game: GameId) -> None:
    work = open_game(services, campaign)
    number = one.spec.number
    if noted(work, number, STOPPED) is not None:
        return
    work.note("told", "engine", TableTold(number=number, seat=Seat(""), text=STOPPED, by=""))
    days = work.options.absent if work.desk.umpire else PATIENCE.days
    choices = (
        f"The game of the battle, {game}, is stopped by a fault. {work.title} goes on where the battle cannot touch "
        f"it. Let the game go on once it is mended, or rule: `rule battle {number} by aides` has aides fight it "
        f"anew, `rule battle {number} by reckoned` settles it by the campaign's own table, and lines like "
        f"`rule battle {number}: winner none` say what came of it."
    )
    later = f" After {days} {'day' if days == 1 else 'days'} without a word aides fight it anew." if days else ""
    trouble_word(work, f"{one.spec.title}: its game is stopped", f"{choices}{later}")
    compose_mails(work)
    work.write()


# --- settled otherwise ----------------------------------------------------------------------------------------------


def close_settled(services: Services) -> None:
    """End the games of battles that their campaigns wait for no more: ruled, or turned back before they were called.

    Raises StoreUnavailable.
    """
    with services.db.reading() as session:
        sought = select(Game).where(col(Game.state) != "over", col(Game.options).contains('"called":{"game":"'))
        games = [GameId(one.id) for one in session.exec(sought).all()]
    for game in games:
        with apart(log, "the game %s of a settled battle could not be ended", game):
            _close(services, game)


def _close(services: Services, game: GameId) -> None:
    there = battle_at_all(services, game)
    if there is None or there.state == "over" or there.desk.ended:
        return
    by = there.table.folding[0].body.called
    campaign = battle_at_all(services, by.game)
    if campaign is None:  # damaged: it may wait for the battle still
        return
    one = next((some for some in called_in(campaign) if some.spec.number == by.number), None)
    if one is not None and one.result is None and one.how in {"post", "aides"}:
        return
    calls, rulings = campaign.rules.calls, there.rules.rulings
    if calls is None or rulings is None or (campaign.state not in {"running", "over"}):
        return
    facts = rulings.end(there.battle, calls.won(campaign.battle, by.number))

    def end() -> None:
        set_going(there, UMPIRE, SETTLED)
        there.note("ruling", UMPIRE, Ruled(reason=SETTLED, facts=facts, ends_step=True))
        play_on(there)

    if guarded(there, end):
        compose_mails(there)
        there.write()
