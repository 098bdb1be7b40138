"""What every answer carries so that a browser does only what our pages mean it to: CSP and its companions."""

from flask import Flask, Response, abort, request

from pbem.config import Config

PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline script or style anywhere."""

PICTURE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
"""A map is its own document with its own style sheet and fonts in it."""

LETTER = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; "
    "sandbox allow-top-navigation-by-user-activation"
)
"""A mail's HTML, in a frame."""


READ_ELSEWHERE = {"webhook", "api"}
"""Whose bodies are no forms of ours."""


def refuse_nul(app: Flask) -> None:
    """400 for a character that no browser sends and no database takes; texts of orders are cleaned where they are
    read."""

    def look() -> None:
        values = [request.path, *(value for _, value in request.args.items(multi=True))]
        if request.method == "POST" and request.blueprint not in READ_ELSEWHERE:
            values += [value for name, value in request.form.items(multi=True) if name != "text"]
        if any("\0" in one for one in values):
            abort(400)

    app.before_request(look)


def set_headers(app: Flask, config: Config) -> None:
    """Put them on every answer; a view may set a policy of its own before."""
    secure = config.base_url.startswith("https://")

    def headers(answer: Response) -> Response:
        had = answer.headers
        had.setdefault("Content-Security-Policy", PAGE)
        had.setdefault("X-Content-Type-Options", "nosniff")
        had.setdefault("Referrer-Policy", "same-origin")
        had.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        had.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        had.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
        if secure:
            had.setdefault("Strict-Transport-Security", "max-age=31536000")
        if request.endpoint != "static" and "ETag" not in had:
            had.setdefault("Cache-Control", "private, no-cache")
        return answer

    app.after_request(headers)
