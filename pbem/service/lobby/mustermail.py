"""What is mailed about a game that gathers its players."""

from pbem.config import Config
from pbem.engine.ids import Seat
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.lobby.gathering import Gathering
from pbem.service.lobby.terms import Term, chosen

NO_MORE = (
    "If you do nothing the invitation lapses, and nobody reminds you. If you say no, you are not asked for this game "
    "again."
)


def invitation(
    muster: Gathering, seat: Seat, host: str, blurb: str, agreed: tuple[Term, ...], link: str, until: str
) -> Letter:
    """To whoever a host wants on a seat.

    blurb: what the battle is.  agreed: the terms.  until: when it lapses, as told in the host's zone.
    """
    asked = (
        f"{host} invites you to {muster.title}, with you as {muster.titles[seat]}. It is fought by letter, by mail or "
        "on the web, whichever suits you."
    )
    button = Button(
        "Say yes or no", link, f"The page has a button for each; nothing happens before. It is open until {until}."
    )
    words = (Section(f"{host} writes", (Quote(muster.note),)),) if muster.note else ()
    return Letter(
        kicker=f"{muster.title}. For whoever is to be {muster.titles[seat]}.",
        title=f"An invitation from {host}",
        lead=(asked, " ".join(chosen(muster.options))),
        sections=(
            Section("", (button,)),
            *words,
            Section("The battle", (Para(blurb),)),
            Section("The terms", tuple(Para(f"{one.name}: {one.told}") for one in agreed)),
        ),
        footer=(Para(f"{host} gave us your address for this invitation. {NO_MORE}", quiet=True),),
        preheader=f"{muster.title}, as {muster.titles[seat]}.",
    )


def are_you_here(muster: Gathering, link: str, until: str, *, again: bool) -> Letter:
    """To one whose place was taken a while ago, now that all others are.  again: it is the reminder."""
    why = (
        f"All places of {muster.title} are filled. It begins once everybody who took one a while ago has said that "
        "they are there."
    )
    return Letter(
        kicker=f"{muster.title}. Before the first turn.",
        title="Are you still waiting for us?" if again else "Everybody is found. Are you there?",
        lead=(why,),
        sections=(Section("", (Button("I am here", link, f"By {until}; then the place is free for another."),)),),
        preheader="One button, and the battle begins.",
    )


def word(config: Config, muster: Gathering, title: str, what: str) -> Letter:
    """To the host, or to whoever has a place: what has become of it."""
    return Letter(
        kicker=f"{muster.title}. Gathering its players.",
        title=title,
        lead=(what,),
        sections=(Section("", (Button("Who plays", f"{config.base_url}/musters/{muster.id}"),)),),
        preheader=what,
    )
