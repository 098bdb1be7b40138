"""What can go wrong between a use case and its database."""


class StoreError(Exception):
    """The database, or what was asked of it, is not as it must be; the message says what and what to do."""


class StoreUnavailable(StoreError):
    """The database is locked, gone, full or not set up.  Nothing was written; the same call may succeed later."""


class Conflict(StoreError):
    """Another writer was first.  Nothing was written: load again, and work it out again on what stands now."""


class Full(StoreError):
    """There is no room for another mail now.  Nothing was written: whoever sent it must try again later."""


class NoGame(StoreError):
    """There is no game of that name."""
