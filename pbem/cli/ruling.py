"""The commands by which an operator acts for the umpire of a game."""

import click

from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.engine.rulings.reading import RulingProblem
from pbem.jobs import open_services
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import NoRuling, preview, rule
from pbem.service.umpire.turnback import NoTurningBack, PastEvent, past_turns, turn_back
from pbem.store.tables import PlayerId


@click.command("rule")
@click.argument("game")
@click.argument("lines", nargs=-1, required=True)
@click.option("--reason", default="", help="Why: the players read it. Without one the ruling is only shown.")
@click.option("--tell", type=click.Choice(["all", "touched", "at the end"]), default="touched", show_default=True,
              help="Who hears of it now.")  # fmt: skip
@click.option("--all-the-same", is_flag=True, help="Even where the rules could not hold the battle.")
@plainly
def ruling(game: str, lines: tuple[str, ...], reason: str, tell: str, all_the_same: bool) -> None:
    """Rule in GAME, for its umpire.

    Each of LINES is such as "S04 at 0605". The ruling is shown before and after; with a reason it is carried out.
    """
    services, text = open_services(Config.from_environment()), "\n".join(lines)
    work = open_game(services, GameId(game))
    umpire = _umpire(work)
    seen = preview(work, text)
    for was, then in zip(seen.before, seen.after, strict=True):
        click.echo(f"{was}  ->  {then}")
    if seen.problems:
        raise NoRuling("; ".join(map(_told, seen.problems)))
    for bound in seen.bounds:
        click.echo(f"The rules cannot hold this: {bound}.")
    if not reason:
        click.echo("Nothing is changed. Say why with --reason to carry it out.")
        return
    rule(services, work.game, text, reason, umpire, told=tell, all_the_same=all_the_same)  # type: ignore[arg-type]  # one of the three
    click.echo(f"Carried out: {'; '.join(seen.said)}.")


def _told(problem: RulingProblem) -> str:
    meant = f" (did you mean: {problem.suggestions[0]})" if problem.suggestions else ""
    return f"line {problem.line}, {problem.quote!r}: {problem.reason}{meant}"


@click.command()
@click.argument("game")
@click.option(
    "--after", default="", metavar="EVENT", help="Go on after this event, such as 4.2. Default: list the events."
)
@click.option("--dice", type=click.Choice(["same", "fresh"]), default=None, help="Dice from there on; no default.")
@click.option("--keep", is_flag=True, help="Give answers again wherever the very same is asked.")
@click.option("--reason", default="", help="Why: every player reads it.")
@plainly
def rewind(game: str, after: str, dice: str | None, keep: bool, reason: str) -> None:
    """Turn GAME back to an event, for its umpire; every player is told."""
    services = open_services(Config.from_environment())
    work = open_game(services, GameId(game))
    umpire = _umpire(work)
    events = [(turn.name, event) for turn in past_turns(work) for event in turn.events]
    if not after:
        for turn, event in events:
            click.echo(f"{event.no:>6}  {turn}: {event.text or 'as the turn began'}")
        return
    chosen = next((event for _, event in events if event.no == after), None)
    if chosen is None:
        raise NoTurningBack(f"there is no event {after!r}; pbem rewind {game} lists them")
    if dice is None:
        raise NoTurningBack("say with --dice whether the dice are the same or fresh from there on")
    _turned(services, work, chosen, dice, reason, umpire, keep=keep)


def _turned(
    services: Services, work: Work, event: PastEvent, dice: str, reason: str, umpire: PlayerId, *, keep: bool
) -> None:
    same_or_fresh = "fresh" if dice == "fresh" else "same"
    turn_back(services, work.game, event.seq, same_or_fresh, reason, umpire, keep=keep)  # type: ignore[arg-type]  # one of the two
    click.echo(f"{work.title} goes on after event {event.no}; every player has been told.")


def _umpire(work: Work) -> PlayerId:
    """The umpire acted for.  Raises NotUmpire."""
    if not work.desk.umpire:
        raise NotUmpire(f"{work.title} has no umpire; only an umpire rules and turns back")
    return PlayerId(work.desk.umpire)
