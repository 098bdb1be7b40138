"""The real processes of the service, which draw no maps: nothing hangs on those, and hundreds would be drawn.

``python -m tests.test_proofs.hurried worker`` is ``pbem worker``; ``tests.test_proofs.hurried:web()`` the application
of gunicorn.  Settings come from the environment.
"""

import sys

from flask import Flask

from pbem.app import create_app
from pbem.cli.main import main
from pbem.service.outgoing import wording
from tests.test_proofs.field import no_picture


def web() -> Flask:
    """The pages."""
    wording.render_png = no_picture
    return create_app()


if __name__ == "__main__":
    wording.render_png = no_picture
    main(sys.argv[1:])
