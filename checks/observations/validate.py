"""Validates files of observations: validate.py DIRECTORY.

First the schema itself: it must have the members and types of the records in the package `hypothesis`, and what that
package writes must be valid. A schema that is stricter or laxer than the format would prove nothing.
"""

import dataclasses
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import types
import typing
from pathlib import Path

import jsonschema
from hypothesis.internal import observability

# Properties that pass, fail, give up, and tell events and scores.
PROPERTIES = """
from hypothesis import assume, event, given, note, settings, strategies, target

@settings(max_examples=50, database=None, derandomize=True)
@given(strategies.lists(strategies.floats(allow_nan=False, allow_infinity=False)), strategies.integers())
def passes(items, number):
    assume(number % 3)
    event(f"has {len(items) > 2}")
    target(float(len(items)))

@settings(max_examples=50, database=None, derandomize=True)
@given(strategies.integers())
def fails(number):
    note("a note")
    assert number < 1000

passes()
try:
    fails()
except AssertionError:
    pass
"""

JSON_TYPES = {str: {"string"}, float: {"number"}, dict: {"object"}, type(None): {"null"}}


def json_types(hint):
    """Types in JSON of the values of a type in Python."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return set().union(*(json_types(part) for part in typing.get_args(hint)))
    if dataclasses.is_dataclass(hint):
        return {"object"}
    return JSON_TYPES[typing.get_origin(hint) or hint]


def compare(schema, record):
    """Returns how a schema differs from a record of the package."""
    members = schema["properties"]
    hints = typing.get_type_hints(record)
    names = {field.name for field in dataclasses.fields(record)}
    if not names == set(members) == set(schema["required"]) or schema["additionalProperties"]:
        yield f"{record.__name__} has the members {sorted(names)}"
    for name in names & set(members):
        member = members[name]
        if typing.get_origin(hints[name]) is typing.Literal:
            ours, theirs = set(member.get("enum", [member.get("const")])), set(typing.get_args(hints[name]))
        else:
            kind = member["type"]
            ours, theirs = {kind} if isinstance(kind, str) else set(kind), json_types(hints[name])
            # The documentation allows for no text, where the record always has one.
            if name == "how_generated":
                theirs = theirs | {"null"}
        if ours != theirs:
            yield f"{record.__name__}.{name} is {sorted(theirs)}"


def observed_by_hypothesis():
    with tempfile.TemporaryDirectory() as directory:
        settings = {"HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY": "1", "HYPOTHESIS_STORAGE_DIRECTORY": directory}
        command = [sys.executable, "-W", "ignore", "-c", PROPERTIES]
        subprocess.run(command, check=True, env={**os.environ, **settings}, capture_output=True)
        return list(lines_below(Path(directory)))


def lines_below(directory):
    """Lines of the files below a directory, as the file's name and JSON."""

    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    for file in sorted(directory.glob("**/*.jsonl")):
        for line in file.read_text(encoding="utf-8").split("\n")[:-1]:
            # Python reads NaN and infinities, which are no JSON, and the package writes them.
            yield file.name, json.loads(line, parse_constant=refuse)


def main():
    schema = json.loads((Path(__file__).parent / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    version = importlib.metadata.version("hypothesis")
    problems = []
    if version not in schema["$comment"]:
        problems.append(f"the schema does not say that it was compared with hypothesis {version}")
    case, message = schema["oneOf"]
    problems += compare(case, observability.TestCaseObservation)
    problems += compare(message, observability.InfoObservation)

    def validate(lines, whose):
        for file, line in lines:
            for error in validator.iter_errors(line):
                deepest = jsonschema.exceptions.best_match([error])
                problems.append(f"{file}: {deepest.json_path}: {deepest.message[:300]}\n    {json.dumps(line)[:600]}")
        statuses = [line.get("status", line["type"]) for _, line in lines]
        told = ", ".join(f"{statuses.count(name)} {name}" for name in sorted(set(statuses)))
        files = len({file for file, _ in lines})
        print(f"{whose}: {len(lines)} lines in {files} files: {told}")
        if not {"passed", "failed", "gave_up", "info"} <= set(statuses):
            problems.append(f"{whose}: too few kinds of lines to say anything")

    validate(observed_by_hypothesis(), f"hypothesis {version}")
    validate(list(lines_below(Path(sys.argv[1]))), "Lawful")
    for problem in problems[:20]:
        print(f"not valid: {problem}")
    if problems:
        sys.exit(f"{len(problems)} problems")
    print("all of them are valid")


if __name__ == "__main__":
    main()
