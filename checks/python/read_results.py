#!/usr/bin/env python3
"""Reads files of Lawful: results and stored failures. Written from crates/lawful-data/FORMAT.md alone.

    read_results.py FILE ..           a line for each law, with its failures below
    read_results.py --json FILE ..    a JSON object for each file

The exit code is 2 if a file is refused; the others are read all the same.
"""

import json
import sys
import zlib

VERSION = 5


class Refused(Exception):
    """A file that is not what it must be, with the reason and what to do."""


def unique_members(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member comes twice")
    return members


def parse(line):
    """The object of a line, or None."""
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=unique_members)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def read_file(content):
    """Kind, records, and whether the file is whole."""
    content = content.replace(b"\r\n", b"\n")
    lines = content.split(b"\n")
    kind = read_head(lines[0])
    # What follows the last line feed is a line in which the writer was ended, or nothing.
    lines.pop()
    records, at = [], 0
    for number, line in enumerate(lines, 1):
        value = parse(line)
        if value is None:
            raise Refused(f"line {number} is damaged: it is not a JSON object")
        if "crc32" in value:
            checksum = b'{"crc32": %d}\n' % zlib.crc32(content[:at])
            if content[at:] != checksum:
                raise Refused(f"damaged: line {number} is not the checksum of the lines before it")
            return kind, records, True
        if number > 1:
            records.append(value)
        at += len(line) + 1
    if kind == "failure":
        raise Refused("damaged: the checksum is missing, and a stored failure is written whole")
    return kind, records, False


def read_head(line):
    head = parse(line)
    if head is None or head.get("lawful") not in ("results", "failure"):
        if line.startswith(b"lawful tape"):
            raise Refused("a stored failure of Lawful in a version before 4; run its law again to store it anew")
        raise Refused("not a file of Lawful")
    version = head.get("version")
    if not isinstance(version, int):
        raise Refused("not a file of Lawful")
    if version != VERSION:
        raise Refused(f"version {version} of the format; this reader knows version {VERSION}, so take another reader")
    return head["lawful"]


def integer(value):
    """Integers beyond 2^53 are strings."""
    return int(value)


def variant(value):
    """Name and content of a variant."""
    if isinstance(value, str):
        return value, None
    [(name, content)] = value.items()
    return name, content


def target(about):
    """Target of a law, as cargo's options have it."""
    test = about.get("test")
    if not test or not test.get("target"):
        return None
    name, content = variant(test["target"])
    return "--lib" if name == "Lib" else f"--{name.lower()} {content}"


def passes(summary):
    """Whether the test of a law passed."""
    stopped, _ = variant(summary["stopped"])
    expected = summary["expect_failure"]
    return {
        "Passed": not expected,
        "Failed": expected,
        "Unstable": expected,
        "GaveUp": summary["may_give_up"] and not expected,
        "ReplayPassed": True,
        "ReplayOfAnotherLaw": True,
    }.get(stopped, False)


def failures(summary):
    stopped, content = variant(summary["stopped"])
    if stopped == "Failed":
        return content
    return [content] if stopped == "Unstable" else []


def told_failure(failure):
    reason = failure["reason"]
    found, content = variant(failure["found"])
    return {
        "arguments": [[one["name"], one["debug"]] for one in failure["arguments"]],
        "component": reason["component"],
        "code": reason["code"],
        "title": reason["title"],
        "fields": reason["fields"],
        "found": found if content is None else f"{found} {content.get('index')}",
        "switches": [trace["switches"] for trace in traces(failure["document"])],
        "token": failure["token"],
    }


def traces(document):
    blocks = [variant(block) for block in document["blocks"]]
    return [content for name, content in blocks if name == "Trace"]


def told_summary(summary):
    about, tables = summary["about"], summary["tables"]
    stopped, content = variant(summary["stopped"])
    return {
        "law": about["name"],
        "target": target(about),
        "place": f"{about['file']}:{about['line']}",
        "seed": integer(summary["seed"]),
        "verdict": stopped,
        "success": passes(summary),
        "passed": integer(summary["passed"]),
        "tests": integer(summary["tests"]),
        "discarded": integer(summary["discarded"]),
        "labels": {label: integer(count) for label, count in tables["labels"].items()},
        "coverage": {
            name: [integer(one["hits"]), integer(one["cases"]), float(one["percent"])]
            for name, one in tables["coverage"].items()
        },
        "misuse": content if stopped == "Misused" else None,
        "failures": [told_failure(failure) for failure in failures(summary)],
    }


def told_stored(stored):
    about, rate = stored["about"], stored.get("unstable")
    return {
        "law": about["name"],
        "target": target(about),
        "seed": integer(stored["seed"]),
        "unstable": rate and [integer(rate["failed"]), integer(rate["runs"])],
        "failure": told_failure(stored["failure"]),
    }


def told(content):
    """All that is told of a file."""
    kind, records, is_whole = read_file(content)
    if kind == "failure":
        if len(records) != 1:
            raise Refused(f"damaged: a stored failure is one record, and there are {len(records)}")
        return {"kind": kind, "whole": is_whole, "stored": told_stored(records[0])}
    of = lambda name: [content for record in records for key, content in [variant(record)] if key == name]
    events = [(event["about"]["name"], variant(event["event"])[0]) for event in of("Event")]
    return {
        "kind": kind,
        "whole": is_whole,
        "records": len(records),
        "events": sorted(f"{law}: {event}" for law, event in events),
        "laws": sorted(map(told_summary, of("Summary")), key=lambda law: law["law"]),
    }


def print_failure(failure):
    for name, value in failure["arguments"]:
        print(f"    {name} = {value}")
    print(f"    {failure['title']} ({failure['component']}: {failure['code']})")
    for name, value in failure["fields"]:
        print(f"    {name}: {value}")


def print_told(file):
    if file["kind"] == "failure":
        print(f"{file['stored']['law']}: stored")
        print_failure(file["stored"]["failure"])
        return
    for law in file["laws"]:
        labels = "".join(f", {count} {label}" for label, count in law["labels"].items())
        print(f"{law['law']}: {law['verdict']}, {law['passed']} of {law['tests']} tests{labels}")
        for failure in law["failures"]:
            print_failure(failure)
    if not file["whole"]:
        print(f"(no checksum: cut off, or not finished, after {file['records']} records)")


def main(arguments):
    is_json = arguments[:1] == ["--json"]
    code = 0
    for path in arguments[1:] if is_json else arguments:
        try:
            with open(path, "rb") as file:
                answer = told(file.read())
        except Refused as refused:
            code, answer = 2, {"refused": str(refused)}
            print(f"{path}: {refused}", file=sys.stderr)
        except (KeyError, ValueError, TypeError, AttributeError) as fault:
            code, answer = 2, {"refused": f"damaged: {fault!r}"}
            print(f"{path}: damaged: a record is not as the format has it ({fault!r})", file=sys.stderr)
        if is_json:
            print(json.dumps(answer))
        elif "refused" not in answer:
            print_told(answer)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
