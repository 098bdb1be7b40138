"""Why a mail was not taken, as its writer or a seat's player is told: a title, then sentences."""

import msgspec


class Why(msgspec.Struct, frozen=True):
    """A reason."""

    title: str
    text: tuple[str, ...]


UNREADABLE = "an address that cannot be read for certain"
"""Of a mail whose From two readers could take for different addresses."""

NOT_YOUR_ADDRESS = Why(
    "Not your order address",
    (
        "Your mail went to an order address that belongs to another player, so nothing in it was applied.",
        "Answer the mail that came to you, or use the web page.",
    ),
)

NOT_VOUCHED_UMPIRE = Why(
    "Please act on the web page",
    (
        "Your mail is not vouched for by your mail server, and this game is strict about that, so nothing was applied.",
        "Sign in and use the umpire's page.",
    ),
)

USED_BY_ANOTHER = Why(
    "Your order address was used by another player",
    (
        "A mail to your secret order address came from the address of another player. Nothing was changed.",
        "If you forwarded a report, its order address went with it; it works for that turn only.",
    ),
)

NOTHING_OPEN = Why(
    "No orders needed now", ("No game is waiting for your orders, so nothing in your mail was applied.",)
)

EITHER_GAME = Why(
    "For which game?",
    (
        "Your mail went to several of your games, and some of its lines could be orders in more than one of them.",
        "pbem never guesses, so nothing in it was applied.",
        "Send each game a separate mail.",
    ),
)

DEALT_WITH = Why(
    "That mail has been dealt with already",
    ("An earlier mail or its page says what became of it. Your answer changed nothing.",),
)

THROWN_AWAY = Why(
    "Mail rejected, as you asked",
    ("The mail below has been thrown away. Your orders are as you left them.",),
)

BY_PAGE_ONLY = Why(
    "Confirm on the web page",
    (
        "In this game a held mail cannot be confirmed by mail, so nothing in it was applied yet.",
        "Press the button on the page below. The mail counts from when it first arrived.",
    ),
)

TWO_THINGS = Why(
    "Your mail says two things",
    (
        "Its plain text and its HTML hold different orders, and pbem never guesses. Nothing was changed.",
        "Send it again as plain text.",
    ),
)


HOW_TO_CONFIRM = (
    "To accept it, answer this mail with the word confirm, alone on a line, or press the button on the page below. "
    "It counts from when it first arrived. The word reject, or the other button, throws it away."
)
ON_THE_PAGE = (
    "In this game a mail cannot be confirmed by mail: press the button on the page below. It counts from when it "
    "first arrived. The other button throws it away."
)


def is_it_yours(sender: str, by_mail: bool) -> Why:
    """The right token from an address that is not registered.  by_mail: one word by mail is enough."""
    came = f"A mail came to your secret order address, but from {sender or UNREADABLE}."
    not_taken = "That address is not registered for you, so nothing in it was applied yet."
    if_not = "If it is not yours, another person has seen your order address; your orders are as you left them."
    return Why("Is this mail yours?", (f"{came} {not_taken}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE, if_not))


def not_vouched(by_mail: bool) -> Why:
    """A mail from a registered address that another person may have written.  by_mail: one word by mail is enough."""
    came = "A mail came from your address, but nothing proves that it is yours, so nothing in it was applied yet:"
    lacks = "it has no turn code, or your mail provider did not vouch for it."
    return Why("Is this mail yours?", (f"{came} {lacks}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def several_turns(by_mail: bool) -> Why:
    """A mail to the addresses of more than one turn of a seat."""
    came = "Your mail went to the order addresses of several turns at once, so nothing in it was applied yet."
    which = "It can still count as your orders for the turn that is open."
    return Why("One turn at a time", (f"{came} {which}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def which_game(titles: str, by_mail: bool) -> Why:
    """Several open turns fit."""
    wanted = f"Several games are waiting for your orders: {titles}."
    not_taken = "Your mail does not say which game it is for, so nothing in it was applied yet."
    how = "Each game below has a page where one button accepts your mail as its orders"
    by_word = "; or send a mail to the game's address whose only line is the word confirm" if by_mail else ""
    return Why("For which game?", (f"{wanted} {not_taken}", f"{how}{by_word}. It counts from when it first arrived."))


def yes_and_no(by_mail: bool) -> Why:
    """An answer that says both."""
    said = "Your answer says both confirm and reject, so nothing was done yet."
    return Why("Yes or no?", (said, HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def not_held(why: str) -> Why:
    """An answer to a question that is not its writer's any more."""
    return Why("That mail is not yours to confirm", (why, "Nothing was changed by your answer."))


def not_seen(arrived: str) -> Why:
    """A mail that came in time, and was seen only when its turn had been played."""
    return Why(
        "Your mail was not seen in time",
        (
            f"It arrived in time, {arrived}, but when it was found its turn had been played without it.",
            "That is not your fault.",
            "The operator has been told and decides what to do; write to them if you hear nothing.",
        ),
    )


def muted(many: int, until: str) -> Why:
    """Too many mails of a day came to nothing."""
    why = f"{many} mails from your address changed nothing today, and each was answered."
    return Why(
        "No more answers for a while",
        (
            f"{why} Until {until} such mails are read and kept, but not answered.",
            "Mails whose orders are accepted are always answered. If a program answers for you, turn it off.",
        ),
    )


def unread(why: str) -> Why:
    """The mail broke its reader."""
    return Why(
        "Your mail could not be read",
        (
            f"It was kept, but not read: {why}.",
            "Nothing was changed. Send the order lines alone, as plain text.",
        ),
    )
