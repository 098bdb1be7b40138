"""The addresses of the API, made from its table; the document; and the page that explains both to people."""

import hashlib
from collections.abc import Callable
from functools import lru_cache

import msgspec
from flask import Blueprint, Response, g, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from pbem.service.people.keys import KeyHolder, holder_of
from pbem.service.play.pages import NoReport
from pbem.service.replay.replay import Closed
from pbem.store.errors import BrokenGame, Conflict, StoreUnavailable
from pbem.web.api.calls import AnyCall, Call, Operation
from pbem.web.api.document import openapi
from pbem.web.api.keeping import KEPT, THEN, keep_what_came
from pbem.web.api.operations import OPERATIONS
from pbem.web.api.problems import KINDS, RequestRefused, answer, encoded
from pbem.web.door import services
from pbem.web.errors import logged
from pbem.web.looks import sentence

pages = Blueprint("api", __name__, url_prefix="/api")

ROOT = "/api/1"


@pages.get("")
def explained() -> str:
    """How a program plays, for people."""
    return render_template("web/api.html", operations=OPERATIONS, kinds=KINDS, base=services().config.base_url)


@pages.get("/1/openapi.json")
def document() -> Response:
    """The OpenAPI document, open to any visitor."""
    return _given(_document(services().config.base_url))


@lru_cache(maxsize=4)
def _document(base_url: str) -> bytes:
    return encoded(openapi(OPERATIONS, base_url))


def _given(body: bytes, mimetype: str = "application/json", tag: str = "") -> Response:
    """An answer with a tag; not sent again to whom knows it.  The tag is of what the seat sees and of nothing else.

    tag: of the version of what can be changed, '' for one of the answer itself.
    """
    made = Response(body, mimetype=mimetype)
    if tag:
        made.set_etag(tag)
    if request.method in {"GET", "HEAD"}:
        if not tag:
            made.set_etag(hashlib.sha256(body).hexdigest()[:32])
        made.headers["Cache-Control"] = "private, no-cache"
        made.make_conditional(request)
    return made


# --- a call -------------------------------------------------------------------------------------------------------


def _view(operation: Operation) -> Callable[..., Response]:
    """The view of an operation."""

    def view(number: int | None = None) -> Response:
        if g.holder is None:
            raise RequestRefused(
                "no-key", "The request brought no key that holds: none, one taken back, or one whose owner plays that "
                "seat no more.", "Send `Authorization: Bearer pbem_...`; keys are made at /account/keys.",
            )  # fmt: skip
        matched = request.if_match if operation.matched and "If-Match" in request.headers else None
        call: AnyCall = Call(services(), g.holder, number, _query(operation), _body(operation), matched)
        made = operation.act(call)
        if isinstance(made, Response):
            return made
        return _given(encoded(made), tag=operation.tag(call) if operation.tag else "")

    return view


def _query(operation: Operation) -> object:
    """The parameters of an operation.  Raises Refused."""
    try:
        return msgspec.convert(request.args.to_dict(), operation.query, strict=False)
    except msgspec.ValidationError as fault:
        raise RequestRefused(
            "not-valid", sentence(str(fault)), "See the parameters of this address at /api."
        ) from fault


def _body(operation: Operation) -> object:
    """What a call brings.  Raises Refused."""
    if operation.body is None:
        return None
    data = request.get_data()
    if not data and not operation.body_needed:
        return operation.body()
    if request.mimetype != "application/json":
        raise RequestRefused(
            "no-json", f"The body is declared to be {request.mimetype or 'nothing'}.",
            "Send it with `Content-Type: application/json`.",
        )  # fmt: skip
    try:
        sent = msgspec.json.decode(data)
        return msgspec.convert(_whole(sent) if isinstance(sent, dict) else sent, operation.body)
    except msgspec.ValidationError as fault:
        raise RequestRefused("not-valid", sentence(str(fault)), "See the body of this address at /api.") from fault
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise RequestRefused("not-json", sentence(str(fault)), "Send one JSON object, in UTF-8.") from fault
    except RecursionError as fault:
        why = "Its values are nested too deeply."
        raise RequestRefused("not-json", why, "Send one JSON object, in UTF-8.") from fault


def _whole(sent: dict[str, object]) -> dict[str, object]:
    """An object with 5.0 told as 5, which are one number in JSON."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in sent.items()
    }


@pages.before_request
def _admit() -> None:
    """Find out whose key came with a call; no cookie counts here."""
    scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
    g.holder = holder_of(services(), key.strip()) if scheme.lower() == "bearer" else None


def caller() -> str:
    """Who is counted for the limits: a key, else a network address."""
    holder: KeyHolder | None = g.get("holder")
    return f"key {holder.id}" if holder else f"nobody at {request.remote_addr}"


# --- refusals -----------------------------------------------------------------------------------------------------


@pages.before_app_request
def _unknown_address() -> Response | None:
    """An address of the API that there is not is told as everything else there."""
    fault = request.routing_exception
    if fault is None or not request.path.startswith(f"{ROOT}/") or (fault.code or 500) < 400:
        return None
    return _http(fault)


@pages.errorhandler(RequestRefused)
def _refused(fault: RequestRefused) -> Response:
    headers = (
        {"WWW-Authenticate": "Bearer"} if fault.kind == "no-key" else {"ETag": f'"{fault.tag}"'} if fault.tag else {}
    )
    return answer(fault, headers=headers)


@pages.errorhandler(NoReport)
def _no_report(fault: NoReport) -> Response:
    return answer(RequestRefused("not-there", sentence(str(fault)), "GET /reports lists the reports there are."))


@pages.errorhandler(Closed)
def _not_open(fault: Closed) -> Response:
    return answer(RequestRefused("not-now", sentence(str(fault)), "Look again when `state` of the game is over."))


@pages.errorhandler(HTTPException)
def _http(fault: HTTPException) -> Response:
    kept = {name: value for name, value in fault.get_headers() if name in {"Retry-After", "Allow"}}
    if isinstance(fault, MethodNotAllowed):
        allowed = ", ".join(sorted({*(fault.valid_methods or ())} - {"OPTIONS"}))
        return answer(
            RequestRefused("wrong-method", f"{request.method} is not for this address.", f"Use {allowed}."),
            headers=kept,
        )
    match fault.code:
        case 413:
            told = RequestRefused(
                "too-large", "The body is larger than anything a turn could need.", "Send the orders alone."
            )
        case 429:
            told = RequestRefused(
                "too-often", "This has been asked very often of late.", "Wait as long as Retry-After says."
            )
        case 404:
            told = RequestRefused("unknown-address", "There is nothing at this address.", "See the addresses at /api.")
        case 400 if not request.content_length:
            told = RequestRefused(
                "not-valid", "The address holds a character that cannot be there.", "Leave control characters out."
            )
        case _:
            told = RequestRefused("not-json", sentence(fault.description or fault.name), "See /api.")
    return answer(told, headers=kept)


@pages.errorhandler(Conflict)
def _crowded(fault: Conflict) -> Response:
    reference = logged("too many writers", fault)
    told = RequestRefused(
        "closed", "Others were writing to this game at the same moment; nothing was changed.", "Send it again."
    )
    return answer(told, headers={"Retry-After": "2"}, reference=reference)


@pages.errorhandler(BrokenGame)
def _damaged(fault: BrokenGame) -> Response:
    reference = logged("a game's journal is damaged", fault)
    kept = keep_what_came(fault.game)
    told = RequestRefused(
        "not-now",
        "This game has been stopped: its record in the database does not match what was written there. The operator "
        f"has been told. {KEPT if kept else 'Nothing was changed.'}",
        THEN if kept else "Send it again when the game goes on.",
    )  # fmt: skip
    return answer(told, reference=reference)


@pages.errorhandler(StoreUnavailable)
def _closed(fault: StoreUnavailable) -> Response:
    reference = logged("the database is unavailable", fault)
    told = RequestRefused(
        "closed", "The database cannot be reached just now; nothing was changed.", "Send it again in a minute."
    )
    return answer(told, headers={"Retry-After": "60"}, reference=reference)


@pages.errorhandler(Exception)
def _broken(fault: Exception) -> Response:
    reference = logged("an answer failed", fault)
    told = RequestRefused(
        "our-fault", "The fault is ours, and it has been written down.", "Quote the reference to the operator."
    )
    return answer(told, reference=reference)


for _one in OPERATIONS:
    _path = _one.path.replace("{number}", "<int:number>")
    pages.add_url_rule(f"/1{_path}", _one.name, _view(_one), methods=[_one.method])
