# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import subprocess
from dataclasses import fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import jsonschema
import pytest
from conftest import SCENE, SCHEMA

import facecap
from facecap import records

DEFINITIONS = SCHEMA["definitions"]

CLASSES = [
    (records.Session, DEFINITIONS["session"]),
    (records.Frame, DEFINITIONS["faces"]),
    (records.Event, DEFINITIONS["event"]),
    (records.End, DEFINITIONS["end"]),
]


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        schema = DEFINITIONS[schema["$ref"].removeprefix("#/definitions/")]
    return schema


def compare(hint: Any, schema: dict[str, Any], place: str) -> None:
    """Compare a type with a schema, and all that is in them."""
    schema = resolved(schema)
    if "const" in schema or "enum" in schema:
        assert get_origin(hint) is Literal, place
        assert set(get_args(hint)) == set(schema.get("enum", [schema.get("const")])), place
    elif schema["type"] == "array":
        assert get_origin(hint) is tuple, place
        items = get_args(hint)
        if items[1:] != (...,):
            assert schema["minItems"] == schema["maxItems"] == len(items), place
        compare(items[0], schema["items"], f"{place}[]")
    elif schema["type"] == "object" and "properties" not in schema and "required" not in schema:
        assert hint == dict[str, int], place
    elif schema["type"] == "object":
        compare_class(hint, schema, place)
    else:
        kinds = {"string": str, "integer": int, "number": float, "boolean": bool}
        assert hint is kinds[schema["type"]], place


def compare_class(kind: type, schema: dict[str, Any], place: str) -> None:
    hints = get_type_hints(kind)
    names = {item.name.rstrip("_"): item.name for item in fields(kind) if item.name != "raw"}
    # Points that every landmark has, and that the schema only requires.
    properties = schema.get("properties") or dict.fromkeys(
        schema["required"], schema["additionalProperties"]
    )
    assert names.keys() == properties.keys(), place
    for key, name in names.items():
        hint = hints[name]
        options = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
        is_optional = NoneType in options
        assert is_optional == (key not in schema["required"]), f"{place}.{key}"
        compare(options[0] if is_optional else hint, properties[key], f"{place}.{key}")


@pytest.mark.parametrize(("kind", "schema"), CLASSES)
def test_a_record_has_the_fields_and_the_types_of_the_schema(kind: type, schema: dict[str, Any]) -> None:
    compare_class(kind, schema, kind.__name__)


def test_the_schema_has_no_record_without_a_class() -> None:
    names = {item["$ref"].removeprefix("#/definitions/") for item in SCHEMA["oneOf"]}
    assert names == records._RECORDS.keys()


def test_every_field_of_the_schema_is_read_from_a_line() -> None:
    for kind, schema in CLASSES:
        line = {"type": schema["properties"]["type"]["const"], **sample(schema)}
        record = records.record_of(line)
        assert type(record) is kind
        absent = [item.name for item in fields(kind) if getattr(record, item.name) is None]
        assert absent == []


def sample(schema: dict[str, Any]) -> Any:
    """Return a value that a schema allows, with all it can have."""
    schema = resolved(schema)
    if "const" in schema or "enum" in schema:
        return schema.get("const") or schema["enum"][0]
    if schema["type"] == "array":
        return [sample(schema["items"])] * schema.get("minItems", 1)
    if schema["type"] == "object":
        more = {key: schema.get("additionalProperties") for key in schema.get("required", [])}
        return {key: sample(value) for key, value in (more | schema.get("properties", {})).items()}
    return {"string": "a", "integer": 1, "number": 1.5, "boolean": True}[schema["type"]]


@pytest.mark.parametrize("options", [{}, {"mesh_points": True}])
def test_what_the_program_writes_is_of_the_schema_and_comes_back_whole(
    options: dict[str, bool], program: Path
) -> None:
    if options and "FACECAP_MODELS" not in os.environ:
        pytest.skip("there is no model of the face mesh: set FACECAP_MODELS")
    validator = jsonschema.Draft7Validator(SCHEMA)
    for record in facecap.live(SCENE, program=program, landmarks=True, truth=True, **options):
        validator.validate(record.raw)
        assert_equal(record, record.raw)


def test_a_rate_that_is_changed_is_a_field_of_its_event(program: Path, tmp_path: Path) -> None:
    words = ["record", "a.mp4", "-q", "--json", "--source", "synthetic:size=320x240,fps=15"]
    with subprocess.Popen(
        [program, *words, "--detector", "haar"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        events = []
        asked = b"rate 7\n"
        for line in child.stdout:
            if asked and b'"faces"' in line:
                child.stdin.write(asked)
                child.stdin.flush()
                asked = b""
            if b"frame_rate_changed" in line:
                events.append(json.loads(line))
                child.stdin.write(b"stop\n")
                child.stdin.flush()
    assert [records.record_of(event).frame_rate for event in events] == [7]  # type: ignore[attr-defined]
    assert events[0].keys() <= DEFINITIONS["event"]["properties"].keys()


def assert_equal(value: Any, raw: Any) -> None:
    if isinstance(raw, dict) and not isinstance(value, dict):
        for key, item in raw.items():
            assert_equal(getattr(value, f"{key}_" if key == "from" else key), item)
    elif isinstance(raw, list):
        assert len(value) == len(raw)
        for one, other in zip(value, raw, strict=True):
            assert_equal(one, other)
    else:
        assert value == raw
