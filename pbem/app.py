"""The web application: settings and a post office in, a Flask application out."""

import hashlib
import hmac
from datetime import timedelta
from pathlib import Path
from types import ModuleType

from flask import Flask, session
from flask_wtf.csrf import CSRFProtect

from pbem.config import Config
from pbem.jobs import open_services
from pbem.paths import TEMPLATES
from pbem.service.services import Services
from pbem.web import door, errors, limits, looks, packing, security, speech
from pbem.web.agreements import away, chiefs, substitutes, talk
from pbem.web.api import pages as api
from pbem.web.compiled import compile_pages, share_compiled
from pbem.web.game import board, games, glances, orders, pulse, standing, tabled, versions, whatif
from pbem.web.lobby import guests, invitations, joining, musters, newgame, scenarios
from pbem.web.operator import mailroom, outbox, webhook
from pbem.web.people import account, addresses, confirming, feed, keys, mail, pausing, signin
from pbem.web.reference import helping, rules
from pbem.web.replay import beside, debrief, dice, downloads, replay
from pbem.web.umpire import battles as called
from pbem.web.umpire import behalf, eyes, forking, held, letters, newsbook, questions, ruling, turnback
from pbem.web.umpire import page as umpire

STATIC = Path(__file__).parent / "web" / "static"
SIGNED_IN = timedelta(days=90)
LARGEST_FORM = 256 * 1024


def create_app(config: Config | None = None, *, services: Services | None = None, compiled: bool = False) -> Flask:
    """The application.  config: default from the environment.  services: those already open (tests).

    compiled: compile every page now, so that no reader waits for it; always where it opens its own services.

    Raises ConfigError for settings that cannot be right.
    """
    compiled = compiled or services is None
    services = services or open_services(config or Config.from_environment())
    app = Flask("pbem.web", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.extensions[door.EXTENSION] = services
    app.config.update(
        SECRET_KEY=_session_key(services.config.secret),
        SECRET_KEY_FALLBACKS=[_session_key(old) for old in services.config.old_secrets],
        SESSION_COOKIE_NAME="pbem",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=services.config.base_url.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=SIGNED_IN,
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=7),
        WTF_CSRF_TIME_LIMIT=None,  # a form lies open for days: its token lives as long as the visit
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    share_compiled(app)
    forms = CSRFProtect(app)
    forms.exempt(webhook.pages)  # its requests are signed
    forms.exempt(api.pages)  # it knows no cookies, only keys
    forms.exempt(pausing.stop)  # a mail program sends it (RFC 8058)
    speech.prepare(app)
    security.set_headers(app, services.config)
    security.refuse_nul(app)
    guests.prepare(app)
    packing.pack(app)
    errors.catch(app)
    looks.add_filters(app)
    rules.prepare(app)
    app.context_processor(board.for_templates)
    own: tuple[ModuleType, ...] = (signin, games, board, orders, pulse, standing, versions, whatif)
    own = (*own, confirming, mail, addresses, pausing, account, feed)
    own = (*own, scenarios, glances, newgame, musters, invitations, joining, guests)
    own = (*own, replay, beside, dice, downloads, debrief)
    own = (*own, umpire, called, tabled, behalf, eyes, talk, chiefs, substitutes, away)
    own = (*own, questions, ruling, turnback, forking, held, letters, newsbook)
    for subject in (*own, outbox, mailroom, helping, rules, webhook, keys, api):
        app.register_blueprint(subject.pages)
    limits.set_limits(app, services)
    stamps = {one.name: _stamp(one) for one in STATIC.iterdir() if one.suffix in {".css", ".js", ".svg"}}

    def for_all_pages() -> dict[str, object]:
        return {
            "stamps": stamps, "signed_in": door.PLAYER in session,
            "guest": door.GUEST in session, "outbox_open": services.config.builtin_mailbox,
            "zone_words": looks.zone_words, "runs_it": door.known_to_run_it(), "lang": speech.language_tag(),
        }  # fmt: skip

    app.context_processor(for_all_pages)
    if compiled:
        compile_pages(app)
    return app


def _session_key(secret: str) -> bytes:
    """What signs the cookie of a visit."""
    return hmac.new(secret.encode(), b"web session", hashlib.sha256).digest()


def _stamp(path: Path) -> str:
    """Changes when the file does: browsers keep static files long."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]
