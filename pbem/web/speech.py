"""The language of pages: gettext catalogues under ``translations``, chosen by the player.

What rule sets and services say in sentences is English in every language so far.
"""

from pathlib import Path

from flask import Flask, g, request
from flask_babel import Babel, get_babel, get_locale

from pbem.store.errors import StoreUnavailable
from pbem.web.door import me

PLAIN = "en"
"""The language templates are written in; it needs no catalogue."""

FOLDER = Path(__file__).parent / "translations"


def prepare(app: Flask) -> None:
    """Pages speak their reader's language."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # how a template is indented is nothing to translators
    where = str(FOLDER)
    Babel(app, default_locale=PLAIN, default_translation_directories=where, locale_selector=language)  # type: ignore[no-untyped-call]  # not typed there


def language() -> str:
    """The language of this page: its reader's own, or what the browser of a stranger asks for, if we have it."""
    try:
        found = me()
    except StoreUnavailable:  # the page that says so must not ask again
        found = g.me = None
    there = languages()
    if found is not None:
        return found.language if found.language in there else PLAIN
    return request.accept_languages.best_match(there, PLAIN)


def languages() -> dict[str, str]:
    """The languages there are pages in, each by its own name: ``{"en": "English"}``."""
    there = get_babel().instance.list_translations()  # type: ignore[no-untyped-call]  # not typed there
    return {str(one): (one.display_name or str(one)).capitalize() for one in sorted(there, key=str)}


def language_tag() -> str:
    """The language of this page as HTML names it."""
    return str(get_locale()).replace("_", "-")
