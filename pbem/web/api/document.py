"""The OpenAPI document of the table of operations, and schemas of its shapes."""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from pbem.web.api.calls import Operation
from pbem.web.api.problems import TYPE, ProblemDetails

REF = "#/components/schemas/{name}"
SHAPE = "Shape"
"""What the classes of shapes end with; the document names each without it."""
ALWAYS = {
    401: "No key that holds came with the request.", 422: "A parameter is not as it must be.",
    429: "Too many requests; see Retry-After.",
}  # fmt: skip
AT_TIMES = {500: "The fault is ours.", 503: "The database cannot be reached just now; see Retry-After."}
WITH_BODY = {
    400: "The body is no JSON.", 413: "The body is larger than any could need.",
    415: "The body is not declared to be JSON.", 422: "The body is not as it must be.",
}  # fmt: skip


def openapi(operations: Iterable[Operation], base_url: str) -> dict[str, Any]:
    """The document (OpenAPI 3.1).  base_url: of the service."""
    table = tuple(operations)
    shapes = [ProblemDetails, *(shape for one in table for shape in (one.gives, one.body) if _is_shape(shape))]
    unique = list(dict.fromkeys(shapes))
    refs, schemas = _components(unique)
    by_shape = dict(zip(unique, refs, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, by_shape)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Battles by Post", "version": "1",
            "description": f"JSON for everything a seat can do. Keys are made at {base_url}/account/keys; "
            f"{base_url}/api explains.",
        },
        "servers": [{"url": f"{base_url}/api/1"}],
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "A key for one seat."}},
            "schemas": schemas,
        },
    }  # fmt: skip


def _components(shapes: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """References to shapes, in their order, and the schemas by name."""
    refs, schemas = msgspec.json.schema_components(shapes, ref_template=REF)
    for name, schema in schemas.items():
        if name.endswith(SHAPE):  # what is given has all its fields, those with a default too
            schema["required"] = list(schema["properties"])
            schema["properties"] = {key: _without_default(field) for key, field in schema["properties"].items()}
    named = {name.removesuffix(SHAPE): _renamed(schema) for name, schema in schemas.items()}
    return [_renamed(ref) for ref in refs], named


def _without_default(field: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in field.items() if key != "default"}


def _renamed(schema: Any) -> Any:  # noqa: ANN401  # JSON of whatever form
    """A schema in which every shape has its name in the document."""
    if isinstance(schema, dict):
        return {key: _renamed(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_renamed(one) for one in schema]
    return schema.removesuffix(SHAPE) if isinstance(schema, str) else schema


def _operation(one: Operation, refs: dict[Any, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"operationId": one.name, "summary": one.does, "responses": _responses(one, refs)}
    if one.more:
        made["description"] = one.more
    parameters = [*_path_parameters(one), *_query_parameters(one), *_headers(one)]
    if parameters:
        made["parameters"] = parameters
    if one.body is not None:
        made["requestBody"] = {
            "required": one.body_needed, "content": {"application/json": {"schema": refs[one.body]}},
        }  # fmt: skip
    return made


def _path_parameters(one: Operation) -> list[dict[str, Any]]:
    if "{number}" not in one.path:
        return []
    about = "Number of a report: of the turn whose orders it tells the fate of; 0 for how the battle began."
    schema = {"type": "integer", "minimum": 0}
    return [{"name": "number", "in": "path", "required": True, "description": about, "schema": schema}]


def _query_parameters(one: Operation) -> list[dict[str, Any]]:
    fields = msgspec.json.schema_components([one.query])[1][one.query.__name__]
    return [
        {"name": name, "in": "query", "required": False, "description": fields["description"], "schema": field}
        for name, field in fields["properties"].items()
    ]


def _headers(one: Operation) -> list[dict[str, Any]]:
    about = 'The version this was begun from, an ETag of GET /orders such as `"4.2"`; `*` for any.'
    schema = {"type": "string"}
    return (
        [{"name": "If-Match", "in": "header", "required": False, "description": about, "schema": schema}]
        if one.matched
        else []
    )


def _responses(one: Operation, refs: dict[Any, Any]) -> dict[str, Any]:
    refused = {**ALWAYS, **AT_TIMES}
    refused |= WITH_BODY if one.body else {}
    for status, why in one.refuses.items():
        refused[status] = f"{why} Or: {refused[status]}" if status in refused else why
    found = {"200": _given(one, refs)}
    if one.method == "GET":
        found["304"] = {"description": "Nothing has changed since the ETag that was sent in If-None-Match."}
    problem = {TYPE: {"schema": refs[ProblemDetails]}}
    for status in sorted(refused):
        found[str(status)] = {"description": refused[status], "content": problem}
    return found


def _given(one: Operation, refs: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(one.gives, str):
        content: dict[str, Any] = {one.gives: {"schema": {"type": "string", "format": "binary"}}}
    else:
        content = {"application/json": {"schema": refs[one.gives]}}
    given: dict[str, Any] = {"description": one.does, "content": content}
    if one.method == "GET" or one.tag:
        given["headers"] = {"ETag": {"description": "Changes when the answer does.", "schema": {"type": "string"}}}
    return given


def _is_shape(what: object) -> bool:
    return any(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in get_args(what) or (what,))
