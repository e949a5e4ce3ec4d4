"""The overview: rows, search, filters, keys and themes."""

import json

from browser import Keys

# Verdicts that say nothing against a law.
UNDECIDED = ("unknown", "not run", "gave up")
# Verdicts that may be expected.
FAULTS = ("failed", "unstable", "gave up", "not covered")
# Most controls that are gone to by Tab.
MOST_TABS = 60


def entries(browser):
    """Lines of the overview, as the data has them."""
    return json.loads(browser.run("return document.getElementById('report').textContent"))["entries"]


def words(line):
    """The verdict of a line, as the page words it."""
    return f"{line['verdict']} as expected" if line["is_success"] and line["verdict"] in FAULTS else line["verdict"]


# Holds the key End until all rows are there, or nothing has come for three seconds.
HOLD_END = """
const done = arguments[arguments.length - 1];
const [selector, since] = [arguments[0], performance.now()];
let [rows, last] = [-1, since];
const hold = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    const count = document.querySelectorAll('a.row').length;
    if (count !== rows) [rows, last] = [count, performance.now()];
    const isThere = selector ? document.querySelector(selector) : Number(document.getElementById('count').textContent.split(' ')[0].replaceAll(',', '')) <= count;
    if (isThere || performance.now() - last > 3000) done();
    else requestAnimationFrame(hold);
};
hold();
"""


def scrolled(browser):
    """Scrolls until no more rows come, and returns their links."""
    browser.driver.execute_async_script(HOLD_END, None)
    links = browser.run("return audit.all('#entries a.row').map((row) => row.getAttribute('href'))")
    browser.run("scrollTo(0, 0)")
    return links


def count_told(browser):
    """Numbers N and M of `N of M`."""
    words = browser.run("return document.getElementById('count').textContent").replace(",", "").split()
    return int(words[0]), int(words[2].rstrip(":"))


def search(browser, text):
    """Types into the field, and returns the links that are found."""
    browser.click("#search")
    field = browser.driver.find_element("id", "search")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE, text)
    return scrolled(browser)


def check(browser, page, lines, problems):
    """Checks the overview of a page that has just been opened."""
    where = f"{page.name}: overview"
    links = scrolled(browser)
    wanted = {f"#/e/{line['id']}" for line in lines}
    problems.expect(len(links) == len(lines) and set(links) == wanted, where,
                    f"{len(links)} rows for {len(lines)} entries; missing: {sorted(wanted - set(links))[:5]}")
    problems.count("rows in overviews", len(links))
    problems.expect(count_told(browser) == (len(lines), len(lines)), where, "the count does not say that all are shown")
    check_search(browser, where, lines, problems)
    check_filters(browser, where, lines, problems)
    check_themes(browser, where, problems)
    check_keys(browser, where, lines, problems)


def check_search(browser, where, lines, problems):
    def found(text):
        links = search(browser, text)
        told = count_told(browser)
        problems.expect(told == (len(links), len(lines)), where, f"{told} are told for {len(links)} rows, searching {text!r}")
        problems.count("searches")
        return links

    line = max(lines, key=lambda line: len(line["name"].encode("ascii", "ignore")))
    name = max(line["name"].split("::"), key=len)[:30].strip().split()[0]
    problems.expect(f"#/e/{line['id']}" in found(name), where, f"{line['name']!r} is not found by {name!r}")
    problems.expect(f"#/e/{line['id']}" in found(name.upper()), where, f"{line['name']!r} is not found by {name.upper()!r}")
    # A counterexample is in the data of its entry alone, not in the line of the overview.
    text = None
    for line in lines:
        if line["kind"] == "law" and line["failures"]:
            data = json.loads(browser.run("return document.getElementById(`entry-${arguments[0]}`).textContent", line["id"]))
            values = [argument["value"] for failure in data["failures"] for argument in failure["arguments"]]
            values += [step["code"] for failure in data["failures"] for step in failure["steps"]]
            text = next((value for value in values if 5 < len(value) < 200 and "\n" not in value and value.isascii()), text and text[1])
            if text:
                text = (line, text)
                break
    # Short ones would be found in any entry.
    if text:
        problems.count("counterexamples searched for")
        line, value = text
        problems.expect(f"#/e/{line['id']}" in found(value), where, f"{line['name']} is not found by its counterexample {value!r}")
    # Labels with the characters that are escaped between the tags of HTML.
    for line in lines if len(lines) < 200 else []:
        data = json.loads(browser.run("return document.getElementById(`entry-${arguments[0]}`).textContent", line["id"]))
        labels = data["summary"]["tables"]["labels"] if data["summary"] else {}
        words = [word for label in labels for word in label.split() if set(word) & set("<>&") and word.isprintable()]
        if words:
            problems.expect(f"#/e/{line['id']}" in found(words[0]), where, f"{line['name']} is not found by {words[0]!r} of its label")
            break
    nothing = found("zqx-there-is-no-such-text")
    problems.expect(nothing == [], where, f"{len(nothing)} rows for a text that is nowhere")
    browser.press(Keys.ESCAPE)
    problems.expect(count_told(browser)[0] == len(lines), where, "Escape does not clear the search")


def check_filters(browser, where, lines, problems):
    filters = browser.run("return audit.all('button[data-filter]').map((button) => button.dataset.filter)")
    problems.expect(len(filters) >= 2, where, f"the filters are {filters}")
    for index, name in enumerate(filters):
        pressed = "return audit.all('button[data-filter]')[arguments[0]].getAttribute('aria-pressed')"
        click = "audit.all('button[data-filter]')[arguments[0]].click()"
        browser.run(click, index)
        links = scrolled(browser)
        problems.count("filters")
        problems.expect(browser.run(pressed, index) == "true", where, f"the filter {name} is not pressed")
        problems.expect(count_told(browser)[0] == len(links), where, f"the filter {name} shows {len(links)} rows, and tells {count_told(browser)}")
        tag = name.removeprefix("tag:")
        wanted = [line["id"] for line in lines
                  if (tag in [*line["tags"], line["kind"]] if tag != name else
                      name in ("all", words(line)) or name == "bad" and not line["is_success"] and line["verdict"] not in UNDECIDED)]
        problems.expect(set(links) == {f"#/e/{id}" for id in wanted}, where, f"the filter {name} shows {len(links)} rows instead of {len(wanted)}")
        if name != "all":
            browser.run(click, index)
            problems.expect(browser.run(pressed, index) == "false", where, f"the filter {name} stays pressed")


def check_themes(browser, where, problems):
    ground = "return getComputedStyle(document.body).backgroundColor"
    seen = {}
    for _ in range(3):
        browser.click("#theme")
        seen[browser.run("return document.documentElement.dataset.theme")] = browser.run(ground)
    if problems.expect(set(seen) == {"auto", "light", "dark"}, where, f"the themes are {sorted(seen)}"):
        problems.expect(seen["light"] != seen["dark"], where, "light and dark have one ground")
        for scheme in ("dark", "light"):
            browser.prefers(scheme)
            browser.run("while (document.documentElement.dataset.theme !== 'auto') document.getElementById('theme').click()")
            problems.expect(browser.run(ground) == seen[scheme], where, f"the theme of the system, {scheme}, is not taken")
    problems.count("themes", len(seen))


def check_keys(browser, where, lines, problems):
    """Goes about with keys alone."""
    focus = "return document.activeElement?.getAttribute('href') ?? document.activeElement?.id ?? ''"
    title = "return document.querySelector('#page h1')?.textContent ?? ''"

    def pressed(keys, is_so, what):
        problems.count("keys")
        browser.press(*keys)
        try:
            browser.wait(is_so)
            return True
        except Exception:
            return problems.expect(False, where, f"the keys {[key for key in keys]} {what}; the focus is on {browser.run(focus)!r}, at {browser.address()!r}")

    browser.go("#/")
    browser.run("document.activeElement?.blur()")
    bad = [line for line in lines if not line["is_success"] and line["kind"] == "law" and line["failures"] and line["name"].isascii()]
    target = bad[-1] if bad else lines[-1]
    word = target["name"].split("::")[-1].split()[0]
    same = [line for line in lines if word.lower() in json.dumps(line, ensure_ascii=False).lower()]
    pressed(["/"], lambda: browser.run(focus) == "search", "do not focus the search")
    browser.press(word)
    pressed([Keys.ENTER], lambda: browser.run(focus).startswith("#/e/"), "do not lead from the search to a row")
    for _ in range(len(same)):
        if browser.run(focus) == f"#/e/{target['id']}":
            break
        browser.press("j")
    if pressed([Keys.ENTER], lambda: browser.run(title) == target["name"], f"do not open {target['name']}"):
        problems.count("failing laws reached by keys")
    pressed(["u"], lambda: browser.run("return !!document.getElementById('search')") and browser.run(focus) == f"#/e/{target['id']}", "do not lead back to the row")
    pressed([Keys.ENTER], lambda: browser.run(title) == target["name"], "do not open the row again")
    pressed([Keys.ESCAPE], lambda: browser.run("return !!document.getElementById('search')"), "do not lead back")
    pressed(["?"], lambda: browser.run("return document.getElementById('keys').open"), "do not show the keys")
    pressed([Keys.ESCAPE], lambda: not browser.run("return document.getElementById('keys').open"), "do not close the keys")
    pressed([Keys.ESCAPE], lambda: count_told(browser)[0] == len(lines), "do not clear the search")
    if len(lines) < 3:
        return
    browser.run("document.activeElement?.blur()")
    order = browser.run("return audit.all('a.row').slice(0, 3).map((row) => row.getAttribute('href'))")
    for keys, at in ((["j"], 0), ([Keys.ARROW_DOWN], 1), (["j"], 2), (["k"], 1), ([Keys.ARROW_UP], 0)):
        pressed(keys, lambda: browser.run(focus) == order[at], f"do not lead to row {at + 1}")
    # All controls are reached by Tab, in their order, and the one with the focus is seen.
    wanted = min(MOST_TABS, browser.run("return audit.all('a[href], button, input, select, summary').filter(audit.isVisible).length"))
    reached = set()
    # Tab goes on from where the focus was last, so it is put on the first of them, by a key to be seen.
    browser.run("audit.all('a[href], button')[0].focus()")
    browser.press(Keys.SHIFT)
    for index in range(wanted):
        if index > 0:
            browser.press(Keys.TAB)
        state = browser.run("const one = document.activeElement; const box = one.getBoundingClientRect();"
                            "return [audit.told(one) + (one.getAttribute('href') ?? one.id), one !== document.body && box.bottom > 0 && box.top < innerHeight,"
                            " one.matches(':focus-visible') && (getComputedStyle(one).outlineStyle !== 'none' || getComputedStyle(one).boxShadow !== 'none')]")
        reached.add(state[0])
        problems.expect(state[1], where, f"Tab leads out of sight, to {state[0]}")
        problems.expect(state[2], where, f"the focus on {state[0]} is not seen")
    problems.expect(len(reached) == wanted, where, f"Tab reaches {len(reached)} of {wanted} controls")
    problems.count("controls reached by Tab", len(reached))
