"""Why a mail was not taken, as its writer or a seat's player is told: a title, then sentences."""

import msgspec


class Why(msgspec.Struct, frozen=True):
    """A reason."""

    title: str
    text: tuple[str, ...]


SEVERAL_TURNS = Why(
    "One turn at a time",
    (
        "Your mail went to the order addresses of several turns at once; none of them was changed.",
        "Answer each report by a mail of its own.",
    ),
)

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

NOT_VOUCHED = Why(
    "Not taken yet",
    (
        "Your mail holds no code of a turn, and your mail provider did not vouch for it, so nothing in it was applied.",
        "Answer a report instead of writing a new mail, or put the code of the turn on a line of its own.",
    ),
)

NOTHING_OPEN = Why("Nothing is open", ("No game waits for orders of yours now, so nothing in your mail was applied.",))

TWO_THINGS = Why(
    "Your mail says two things",
    (
        "Its plain text and its HTML are different orders, and we never guess which you meant. Nothing was changed.",
        "Send it again as plain text.",
    ),
)


def is_it_yours(sender: str) -> Why:
    """The right token from an address that is not registered."""
    came = f"A mail came to your secret order address, but from {sender or 'an address nobody can read for certain'}."
    not_taken = "That address is not registered for you, so nothing in it was applied."
    if_yours = "If you wrote it, answer this mail with the lines you want, without the bar."
    if_not = "If not, somebody has seen your order address; your orders are as you left them."
    return Why("Is this mail yours?", (f"{came} {not_taken}", f"{if_yours} {if_not}"))


def which_game(titles: str) -> Why:
    """Several open turns fit."""
    wanted = f"Orders of yours are wanted in several games: {titles}."
    not_taken = "Your mail does not say for which, so nothing in it was applied."
    how = "Answer the report of the game you mean, or put the code of its turn on a line of its own."
    return Why("For which game?", (f"{wanted} {not_taken}", how))


def unread(why: str) -> Why:
    """The mail broke its reader."""
    return Why(
        "Your mail could not be read",
        (
            f"It was kept, but not read: {why}.",
            "Nothing was changed. Send the order lines alone, as plain text.",
        ),
    )
