"""Each entry of a page: reached from the overview, whole, harmless and accessible."""

import overview
import parts
import schedules
from browser import visible

CONTRAST = 4.5
NARROW = 400

# All that is found by looking, in both themes.
LOOK = """
audit.unfold();
const root = document.documentElement;
const theme = root.dataset.theme;
root.dataset.theme = 'light';
const light = audit.contrasts(arguments[1]);
root.dataset.theme = 'dark';
const dark = audit.contrasts(arguments[1]);
root.dataset.theme = theme;
return {
    mistakes: audit.mistakes(arguments[0]), intruders: audit.intruders(), nameless: audit.nameless(), headings: audit.headings(),
    light: light.found, dark: dark.found, texts: light.count,
};
"""
WORDS = {
    "mistakes": "shows what is no value",
    "intruders": "has what the page never makes",
    "nameless": "has no accessible name",
    "headings": "headings",
    "light": "contrast in the light theme",
    "dark": "contrast in the dark theme",
}


def look(browser, where, id, problems):
    """Checks what is shown, whatever it is."""
    found = browser.run(LOOK, id, CONTRAST)
    for kind, words in WORDS.items():
        for one in found[kind]:
            problems.add(where, f"{words}: {one}")
    problems.count("texts with contrast", found["texts"])
    browser.size(NARROW, 900)
    for one in browser.run("return audit.wide()"):
        problems.add(where, f"scrolls sideways: {one}")
    browser.size(1280, 900)


def open_entry(browser, line, by_click):
    if by_click:
        browser.go("#/")
        # Rows come as one scrolls.
        selector = f"a.row[href='#/e/{line['id']}']"
        browser.driver.execute_async_script(overview.HOLD_END, selector)
        browser.click(selector)
        browser.wait(lambda: browser.address() == f"#/e/{line['id']}", selector)
        # The address is there before the page that it leads to.
        browser.wait(lambda: browser.run("return !document.getElementById('search')"), selector)
    else:
        browser.go(f"#/e/{line['id']}")


def check(browser, page, line, hostile, by_click, is_looked_at, problems):
    """Checks an entry. Returns the number of its schedules."""
    where = f"{page.name}: {line['name'][:60]}"
    open_entry(browser, line, by_click)
    title = browser.run("return document.querySelector('#page h1')?.textContent ?? null")
    problems.expect(title == visible(line["name"]) and title.strip(), where, f"the heading is {title!r}")
    problems.count("entries opened by a click" if by_click else "entries opened by their address")
    if is_looked_at:
        look(browser, where, line["id"], problems)
        data = parts.data_of(browser, line["id"])
        parts.check(browser, where, data, problems)
        check_hostile(browser, where, line["id"], hostile, problems)
    count = schedules.check_all(browser, where, problems, page.schedules < 2) if is_looked_at else 0
    page.schedules += count
    for word in browser.run("return [...audit.mistakes(arguments[0]), ...audit.intruders()]", line["id"]):
        problems.add(where, f"after its controls were used: {word}")
    if by_click:
        browser.click("#page a[href='#/']")
        browser.wait(lambda: browser.run("return !!document.getElementById('search')"), "the overview")
        problems.expect(browser.address() == "#/", where, "the link does not lead back")
        problems.count("links back")
    return count


def check_hostile(browser, where, id, hostile, problems):
    """Hostile texts of the data are there as text."""
    data = browser.run("return JSON.stringify(JSON.parse(document.getElementById(`entry-${arguments[0]}`).textContent))", id)
    text = browser.run("return document.getElementById('page').textContent")
    for one in hostile:
        # JSON in the data has them as the page's script reads them: no reader of HTML comes between.
        if one in data:
            problems.expect(one in text, where, f"{one!r} is in the data, and not in the text")
            problems.count("hostile texts shown as text")
