"""The OpenAPI description, made from the table that serves."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import facedown
from facedown.server.http.endpoint import JSON, AnyEndpoint, Nothing
from facedown.server.http.refusals import Fault
from facedown.server.http.schemas import Schema, components, one_line

_ABOUT = """Everything of a Facedown server that is not played in real time. Matches are played on the
WebSocket at /ws, which /asyncapi.json describes. Errors are JSON with a stable `code` and a `message` for
people. A token belongs in the `Authorization` header and nowhere else. Times are milliseconds since 1970."""


def openapi(endpoints: Sequence[AnyEndpoint]) -> Schema:
    """The description of these endpoints."""
    types = [kind for endpoint in endpoints for kind in _json_types(endpoint)]
    schemas, named = components([Fault, *types])
    schema_of = dict(zip([Fault, *map(repr, types)], schemas, strict=True))
    paths: Schema = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Facedown",
            "version": facedown.__version__,
            "description": one_line(_ABOUT),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _json_types(endpoint: AnyEndpoint) -> list[Any]:
    asked = [endpoint.ask] if endpoint.has_body else []
    answered = (
        [endpoint.answer] if endpoint.media == JSON and endpoint.status != HTTPStatus.NO_CONTENT else []
    )
    return asked + answered


def _operation(endpoint: AnyEndpoint, schema_of: dict[Any, Schema]) -> Schema:
    operation: Schema = {
        "operationId": endpoint.run.__name__,
        "summary": one_line(endpoint.run.__doc__),
        "tags": [endpoint.run.__module__.rpartition(".")[2]],
        "parameters": [*_in_path(endpoint.path), *_in_query(endpoint)],
        "responses": {str(endpoint.status): _answer(endpoint, schema_of)},
    }
    if endpoint.has_body:
        operation["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": schema_of[repr(endpoint.ask)]}},
        }
    if endpoint.signed != "no":
        operation["security"] = [{"token": []}] if endpoint.signed == "yes" else [{}, {"token": []}]
    for status in sorted(_faults(endpoint)):
        operation["responses"][str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": schema_of[Fault]}},
        }
    return operation


def _in_path(path: str) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _in_query(endpoint: AnyEndpoint) -> list[Schema]:
    if endpoint.has_body or endpoint.ask is Nothing:
        return []
    _, named = components([endpoint.ask])
    fields = named[endpoint.ask.__name__]
    return [
        {
            "name": name,
            "in": "query",
            "required": name in fields["required"],
            "description": schema.pop("description", ""),
            "schema": schema,
        }
        for name, schema in fields["properties"].items()
    ]


def _answer(endpoint: AnyEndpoint, schema_of: dict[Any, Schema]) -> Schema:
    description: Schema = {"description": HTTPStatus(endpoint.status).phrase}
    if endpoint.media != JSON:
        description["content"] = {endpoint.media: {"schema": {"type": "string"}}}
    elif endpoint.status != HTTPStatus.NO_CONTENT:
        description["content"] = {JSON: {"schema": schema_of[repr(endpoint.answer)]}}
    return description


def _faults(endpoint: AnyEndpoint) -> set[int]:
    statuses = {400, 411, 413, 414, 429, 431, 503, *endpoint.faults}  # the last but one are the door's
    if endpoint.signed != "no":
        statuses.add(401)
    if endpoint.has_body:
        statuses |= {408, 415}
    return statuses
