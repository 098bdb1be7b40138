"""Why a mail was not taken, as its writer or a seat's player is told: a title, then sentences."""

import msgspec


class Why(msgspec.Struct, frozen=True):
    """A reason."""

    title: str
    text: tuple[str, ...]


UNREADABLE = "an address nobody can read for certain"
"""Of a mail whose From two readers could take for different addresses."""

NOT_YOUR_ADDRESS = Why(
    "Not your order address",
    (
        "Your mail went to an order address that was given to somebody else, so nothing in it was applied.",
        "Answer the mail that came to you, or use the web page.",
    ),
)

USED_BY_ANOTHER = Why(
    "Your order address was used by somebody else",
    (
        "A mail to your secret order address came from the address of another player. Nothing was changed.",
        "If you passed a report on, its order address went with it; it holds for that turn alone.",
    ),
)

NOTHING_OPEN = Why("Nothing is open", ("No game waits for orders of yours now, so nothing in your mail was applied.",))

EITHER_GAME = Why(
    "For which game?",
    (
        "Your mail went to several games of yours, and some of its lines could be orders in more than one of them.",
        "We never guess, so nothing in it was applied.",
        "Send each game a mail of its own.",
    ),
)

DEALT_WITH = Why(
    "That mail waits no more",
    ("What became of it was told before, or shown on its page. Nothing was changed by your answer.",),
)

THROWN_AWAY = Why(
    "It will not be taken",
    ("The mail below has been thrown away, as you said. Your orders are as you left them.",),
)

BY_PAGE_ONLY = Why(
    "One press more",
    (
        "In this game one word by mail is not enough to have a held mail taken, so nothing in it was applied yet.",
        "Press the button on the page below. It counts by the time it first came in.",
    ),
)

TWO_THINGS = Why(
    "Your mail says two things",
    (
        "Its plain text and its HTML are different orders, and we never guess which you meant. Nothing was changed.",
        "Send it again as plain text.",
    ),
)


HOW_TO_CONFIRM = (
    "To have it taken, answer this mail with the one word confirm, alone on a line, or press the button on the page "
    "below. It counts by the time it first came in. The word reject, or the other button, throws it away."
)
ON_THE_PAGE = (
    "In this game one word by mail is not enough: press the button on the page below. It counts by the time it first "
    "came in. The other button throws it away."
)


def is_it_yours(sender: str, by_mail: bool) -> Why:
    """The right token from an address that is not registered.  by_mail: one word by mail is enough."""
    came = f"A mail came to your secret order address, but from {sender or UNREADABLE}."
    not_taken = "That address is not registered for you, so nothing in it was applied yet."
    if_not = "If it is not yours, somebody has seen your order address; your orders are as you left them."
    return Why("Is this mail yours?", (f"{came} {not_taken}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE, if_not))


def not_vouched(by_mail: bool) -> Why:
    """A mail from a registered address that anybody may have written.  by_mail: one word by mail is enough."""
    came = "A mail came from your address, but nothing proves that it is yours, so nothing in it was applied yet:"
    lacks = "it holds no code of a turn, or your mail provider did not vouch for it."
    return Why("Is this mail yours?", (f"{came} {lacks}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def several_turns(by_mail: bool) -> Why:
    """A mail to the addresses of more than one turn of a seat."""
    came = "Your mail went to the order addresses of several turns at once, so nothing in it was applied yet."
    which = "It can still be taken as your orders for the turn that is open."
    return Why("One turn at a time", (f"{came} {which}", HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def which_game(titles: str, by_mail: bool) -> Why:
    """Several open turns fit."""
    wanted = f"Orders of yours are wanted in several games: {titles}."
    not_taken = "Your mail does not say for which, so nothing in it was applied yet."
    how = "Each game below has a page of its own, where one press takes your mail as its orders"
    by_word = "; or say so by a mail to the game's address, whose only line is the one word confirm" if by_mail else ""
    return Why("For which game?", (f"{wanted} {not_taken}", f"{how}{by_word}. It counts by the time it first came in."))


def yes_and_no(by_mail: bool) -> Why:
    """An answer that says both."""
    said = "Your answer says that the mail is to be taken, and that it is to be thrown away. Nothing was done yet."
    return Why("Yes or no?", (said, HOW_TO_CONFIRM if by_mail else ON_THE_PAGE))


def not_held(why: str) -> Why:
    """An answer to a question that is not its writer's any more."""
    return Why("That mail is not yours to take", (why, "Nothing was changed by your answer."))


def not_seen(arrived: str) -> Why:
    """A mail that came in time, and was seen only when its turn had been played."""
    return Why(
        "Your mail was not seen in time",
        (
            f"It came in time, {arrived}, but when it was found its turn had been played without it.",
            "That is no fault of yours.",
            "Whoever runs this game has been told, and decides what is to be done; write to them if you hear nothing.",
        ),
    )


def muted(many: int, until: str) -> Why:
    """Too many mails of a day came to nothing."""
    why = f"{many} mails from your address have come to nothing today, and each was answered."
    return Why(
        "No more answers for a while",
        (
            f"{why} Until {until} such mails are read and kept, but not answered.",
            "Mails whose orders are taken are answered as ever. If a program of yours answers by itself, turn it off.",
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
