"""What is mailed about a game that gathers its players."""

from pbem.config import Config
from pbem.engine.ids import UMPIRE, Seat
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.lobby.gathering import Gathering
from pbem.service.lobby.terms import AgreedTerm, chosen

NO_MORE = (
    "If you do nothing, the invitation lapses and no reminder comes. If you decline, you are not asked for this game "
    "again."
)

PLAYING = "You can play by mail or on the web, as you like."
UMPIRING = (
    "The umpire commands no troops: they see both sides, answer the players’ questions and look after deadlines, on "
    "the web. The players are told who umpires."
)


def invitation(
    muster: Gathering, seat: Seat, host: str, blurb: str, agreed: tuple[AgreedTerm, ...], link: str, until: str
) -> Letter:
    """To the address that a host invites to a seat.

    blurb: what the battle is.  agreed: the terms.  until: when it lapses, as told in the host's zone.
    """
    asked = f"{host} invites you to {muster.part(seat)}. {UMPIRING if seat == UMPIRE else PLAYING}"
    role = "umpire the game" if seat == UMPIRE else f"play {muster.titles[seat]}"
    button = Button("Accept or decline", link, f"The page has a button for each. The invitation is open until {until}.")
    words = (Section(f"{host} writes", (Quote(muster.note),)),) if muster.note else ()
    return Letter(
        kicker=f"{muster.title}. An invitation to {role}.",
        title=f"An invitation from {host}",
        lead=(asked, " ".join(chosen(muster.options))),
        sections=(
            Section("", (button,)),
            *words,
            Section("The battle", (Para(blurb),)),
            Section("The terms", tuple(Para(f"{one.name}: {one.told}") for one in agreed)),
        ),
        footer=(Para(f"{host} gave us your address for this invitation. {NO_MORE}", quiet=True),),
        preheader=f"{muster.title}, as {'the umpire' if seat == UMPIRE else muster.titles[seat]}.",
    )


def are_you_here(muster: Gathering, link: str, until: str, *, again: bool) -> Letter:
    """To one whose place was taken a while ago, now that all others are.  again: it is the reminder."""
    why = f"All places of {muster.title} are filled. It begins once every player who joined a while ago has confirmed."
    return Letter(
        kicker=f"{muster.title}. Before the first turn.",
        title="Do you still want to play?" if again else "All players found: ready to play?",
        lead=(why,),
        sections=(
            Section(
                "",
                (
                    Button(
                        "Ready to play",
                        link,
                        f"Please confirm by {until}; after that the place is free for another player.",
                    ),
                ),
            ),
        ),
        preheader="One button, and the battle begins.",
    )


def word(config: Config, muster: Gathering, title: str, what: str) -> Letter:
    """To the host, or to a player with a place: what has become of the game."""
    return Letter(
        kicker=f"{muster.title}. Looking for players.",
        title=title,
        lead=(what,),
        sections=(Section("", (Button("Who plays", f"{config.base_url}/musters/{muster.id}"),)),),
        preheader=what,
    )
