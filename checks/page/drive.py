"""Drives the pages of reports in Chromium: drive.py TOUR PAGES PICTURES.

TOUR is the report of the tour, PAGES the directory of `tests/page`. `run` says what is checked.
"""

import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import entries
import overview
from browser import Browser, Problems

# Most seconds from the beginning of the navigation until the overview of the largest page takes input.
MOST_SECONDS = 1.0
LOADS = 5
# Pages with more entries are looked at in samples; all of their entries are opened all the same.
MANY = 200
SAMPLE = 40
MOST_PRINTED = 60

# Pictures, with what they are of: the overview, or an entry that has an element.
PICTURES = {
    "overview": None,
    "failing-law": "article.failure",
    "schedule": "section.schedule:has(.event.switched)",
    "history": "section.history",
    "state-graph": "section.graph svg:has(.node ~ .node ~ .node)",
    "discovered-laws": "section.statements:has(.tone-bad)",
    "ranking": None,
    "temporal": "section.marks",
    "charts": "section.chart:has(svg.columns)",
}


class Page:
    """A page, and what was done with it."""

    def __init__(self, name, file):
        self.name = name
        self.file = file
        self.schedules = 0
        self.lines = []


def check_page(page, hostile, problems):
    began = time.monotonic()
    with Browser() as browser:
        browser.open(page.file)
        page.lines = lines = overview.entries(browser)
        is_large = len(lines) > MANY
        entries.look(browser, f"{page.name}: overview", None, problems)
        overview.check(browser, page, lines, problems)
        step = len(lines) // SAMPLE if is_large else 1
        for index, line in enumerate(lines):
            is_looked_at = index % step == 0
            entries.check(browser, page, line, hostile, is_looked_at, is_looked_at, problems)
        # An address of no entry leads to the overview.
        browser.go("#/e/1000000")
        problems.expect(browser.run("return !!document.getElementById('search')"), page.name, "an address of no entry")
        messages, requests = browser.logged(page.file)
        for message in messages:
            problems.add(page.name, f"the console says {message}")
        for request in requests:
            problems.add(page.name, f"a request for {request}")
        problems.count("pages")
    verdicts = Counter(line["verdict"] for line in lines)
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    print(f"{page.name}: {page.file.stat().st_size / 1e6:.1f} MB, {len(lines)} entries ({told}), {page.schedules} schedules; {time.monotonic() - began:.0f} s")


def check_load(page, problems):
    """Measures how long the largest page takes, with a browser that has not seen it."""
    seconds = []
    for _ in range(LOADS):
        with Browser(logs=False) as browser:
            browser.open(page.file)
            mark = browser.run("return performance.getEntriesByName('lawful-interactive')[0].startTime")
            seconds.append(mark / 1000)
            field = browser.driver.find_element("id", "search")
            rows = browser.run("return audit.all('a.row').length")
            field.send_keys("law_77")
            told = overview.count_told(browser)
            problems.expect(rows > 0 and told[0] < told[1], page.name, "the overview takes no input when it says so")
            search = browser.run("""
                const field = document.getElementById('search');
                field.value = 'label 99 of law 999';
                const began = performance.now();
                field.dispatchEvent(new Event('input', {bubbles: true}));
                return performance.now() - began""") / 1000
            problems.expect(overview.count_told(browser)[0] == 1, page.name, "a label of one law is not found")
    median = statistics.median(seconds)
    each = ", ".join(f"{one:.3f}" for one in seconds)
    print(f"{page.name}: {page.file.stat().st_size} bytes; overview takes input after {each} s, median {median:.3f} s; first search of all data {search:.3f} s")
    problems.expect(median <= MOST_SECONDS, page.name, f"the overview takes input after {median:.3f} s")


def take_pictures(pages, directory, problems):
    """Takes pictures of each kind of view, of the first page that has it."""
    directory.mkdir(parents=True, exist_ok=True)
    missing = dict(PICTURES)
    for page in pages:
        if not missing:
            break
        with Browser(logs=False) as browser:
            browser.open(page.file)
            for name, selector in list(missing.items()):
                address = find(browser, page, name, selector)
                if address is None:
                    continue
                del missing[name]
                for theme in ("light", "dark"):
                    for width in (1280, 400):
                        browser.size(width, 900)
                        browser.go("#/")
                        browser.run("while (document.documentElement.dataset.theme !== arguments[0]) document.getElementById('theme').click()", theme)
                        browser.go(address)
                        browser.picture(directory / f"{name}-{width}-{theme}.png", None if name == "failing-law" else selector)
                        problems.count("pictures")
                browser.size(1280, 900)
    for name in missing:
        problems.add("pictures", f"no page has a {name}")


def find(browser, page, name, selector):
    """Address of the first entry that has what a picture is of."""
    if name == "overview":
        return "#/"
    for line in page.lines[:MANY]:
        if name == "ranking" and line["kind"] != "ranking" or name == "discovered-laws" and line["kind"] != "discovery":
            continue
        if name == "failing-law" and not (line["failures"] and not line["is_success"]):
            continue
        browser.go(f"#/e/{line['id']}")
        if selector is None or browser.run("return !!document.querySelector(arguments[0])", selector):
            return f"#/e/{line['id']}"
    return None


def main():
    tour, directory, pictures = (Path(argument) for argument in sys.argv[1:])
    hostile = json.loads((directory / "hostile.json").read_text(encoding="utf-8"))
    pages = [Page("tour", tour), *(Page(name, directory / f"{name}.html") for name in ("laws", "results", "load"))]
    problems = Problems()
    began = time.monotonic()
    for page in pages:
        if page.file.exists():
            check_page(page, hostile, problems)
        else:
            problems.add(page.name, f"there is no page {page.file}")
    pages = [page for page in pages if page.file.exists()]
    check_load(pages[-1], problems)
    take_pictures(pages, pictures, problems)
    for what in ("schedules", "lines of source shown", "schedules stepped by mouse and keys", "histories", "graphs", "statements", "marks followed",
                 "differences to passing cases", "lines to copy", "hostile texts shown as text", "failing laws reached by keys", "charts", "bars measured", "long values unfolded", "counterexamples searched for"):
        problems.expect(problems.counts.get(what, 0) > 0, "all pages", f"no {what}: the check says nothing of them")
    print("\n".join(f"{count:8} {what}" for what, count in sorted(problems.counts.items())))
    print(f"pictures: {pictures}; {time.monotonic() - began:.0f} s")
    told = Counter(problems.found)
    lines = [f"wrong, {where}: {what[:500]}{f' ({count} times)' if count > 1 else ''}" for (where, what), count in told.items()]
    print("\n".join(lines[:MOST_PRINTED]))
    if lines:
        (pictures / "problems.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.exit(f"{len(lines)} problems, all of them in {pictures}/problems.txt")
    print("nothing is wrong")


if __name__ == "__main__":
    main()
