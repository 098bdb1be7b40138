"""What can go wrong between a use case and its database."""

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import JournalError


class StoreError(Exception):
    """The database, or what was asked of it, is not as it must be; the message says what and what to do."""


class StoreUnavailable(StoreError):
    """The database is locked, gone, full or not set up.  Nothing was written; the same call may succeed later."""


class Conflict(StoreError):
    """Another writer was first.  Nothing was written: load again, and work it out again on what stands now."""


class Full(StoreError):
    """There is no room for another mail now.  Nothing was written: its sender must try again later."""


class NoGame(StoreError):
    """There is no game of that name."""


class BrokenGame(JournalError):
    """A game's journal is not as it was sealed: the game is stopped, and nothing is written to it until it is mended.

    seq: of the first entry that is wrong.  reason: names it, in a sentence without its full stop.
    """

    def __init__(self, game: GameId, seq: Seq, reason: str) -> None:
        """See above."""
        super().__init__(f"the journal of {game} is damaged: {reason}")
        self.game, self.seq, self.reason = game, seq, reason
