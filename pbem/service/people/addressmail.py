"""What is mailed about a player's addresses."""

from pbem.config import Config
from pbem.reports.letter import Button, Letter, Para, Section


def is_it_yours(name: str, link: str) -> Letter:
    """To an address that a player (name) says is his.  link: confirms it."""
    button = Button("Yes, it is mine", link, "The page has one button; the link works for three days.")
    nothing = Para(
        "If you did not expect this, do nothing: the address is not used, and no more mail comes.", quiet=True
    )
    return Letter(
        kicker="Your mail address.",
        title="Is this address yours?",
        lead=(f"{name} plays battles by post here, and says that this mail address is theirs too.",),
        sections=(Section("", (button, nothing)),),
        preheader="One button, and mails from here count.",
    )


def asked_for(config: Config, email: str) -> Letter:
    """To the registered address: another one was asked for."""
    return _word(
        config, "A new address was requested",
        f"A person signed in as you asked that mails from {email} count as yours. They will once the link mailed there "
        "has been used.",
        "If that was not you, remove the address and tell the operator: another person can read your mail.",
    )  # fmt: skip


def added(config: Config, email: str) -> Letter:
    """To the registered address: the operator has added another one."""
    return _word(
        config, "A new address is yours",
        f"The operator has added {email} for you: mails from there count as yours from now on.",
        "If you did not ask for that, remove it and ask the operator why.",
    )  # fmt: skip


def moved(config: Config, old: str, new: str) -> Letter:
    """To both addresses: mails go to the new one."""
    return _word(
        config, "Your mails go elsewhere",
        f"From now on reports and answers go to {new}. Mails from {old} still count as yours.",
        "If that was not you, sign in, change it back, and tell the operator.",
    )  # fmt: skip


def _word(config: Config, title: str, what: str, if_not: str) -> Letter:
    return Letter(
        kicker="Your mail addresses.",
        title=title,
        lead=(what, if_not),
        sections=(Section("", (Button("Your games", config.base_url),)),),
        preheader=title,
    )
