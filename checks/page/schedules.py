"""Schedules: stepped through to the end and back, by buttons and by keys."""

import re

from browser import Keys
from selenium.webdriver.common.action_chains import ActionChains

# Current row, number of rows, place of the row, and the line of the source that is marked.
STATE = """
const section = audit.all('section.schedule')[arguments[0]];
const rows = [...section.querySelectorAll('.events > .event')];
const current = rows.filter((row) => row.getAttribute('aria-current') === 'step');
const lines = [...section.querySelectorAll('.source .line.current')];
return [current.length === 1 ? rows.indexOf(current[0]) : -1, rows.length, current[0]?.querySelector('.place')?.textContent ?? '',
    lines.length === 1 ? lines[0].textContent : lines.length === 0 ? null : 'several'];
"""

# Whether the current row is within the part of the list that is shown.
IN_SIGHT = """
const section = audit.all('section.schedule').filter((section) => section.querySelector('.event'))[arguments[0]];
const [list, row] = [section.querySelector('.viewer'), section.querySelector('.event[aria-current=step]')].map((one) => one.getBoundingClientRect());
return row.bottom > list.top && row.top < list.bottom;
"""


def check_all(browser, where, problems, by_hand):
    """Checks the schedules of the entry that is shown; the first with real clicks and keys too, if asked to."""
    count = browser.run("return audit.all('section.schedule').filter((section) => section.querySelector('.event')).length")
    for index in range(count):
        problems.count("schedules")
        seen = browser.run(IN_SIGHT, index)
        problems.expect(seen, where, f"schedule {index}: the current event is out of sight when the page opens")
        lines = walk(browser, where, index, problems)
        problems.count("events stepped to", len(lines))
        problems.count("lines of source shown", sum(line is not None for line in lines))
        problems.expect(any(line is None for line in lines) or len(set(lines)) > 1 or len(lines) < 3, where, f"schedule {index}: the source does not follow")
    if by_hand and count:
        hand(browser, where, problems)
    return count


def state(browser, where, index, at, problems):
    """Checks that a row is current, and returns the line of the source."""
    current, rows, place, line = browser.run(STATE, index)
    problems.expect(current == at, where, f"schedule {index}: row {current} of {rows} is current instead of {at}")
    number = re.search(r":(\d+)(:\d+)?$", place)
    # An event without a place is told where its task was last.
    if line is not None and place:
        shown = re.match(r"\s*(\d+)", line)
        problems.expect(number and shown and number[1] == shown[1], where, f"schedule {index}: the source shows {line!r} for {place!r}")
    return line


CLICK = "audit.all('section.schedule')[arguments[0]].querySelector(arguments[1]).click()"
# Schedules with more events are stepped through at their beginning and at their end.
MANY = 300


def walk(browser, where, index, problems):
    """Clicks through a schedule with a script, which takes no time, and returns the lines of source."""
    browser.run(CLICK, index, ".step-first")
    rows = browser.run(STATE, index)[1]
    steps = min(rows, MANY)
    lines = [state(browser, where, index, 0, problems)]
    for at in range(1, steps):
        browser.run(CLICK, index, ".step-forward")
        lines.append(state(browser, where, index, at, problems))
    browser.run(CLICK, index, ".step-last")
    browser.run(CLICK, index, ".step-forward")
    state(browser, where, index, rows - 1, problems)
    for at in range(rows - 2, rows - 1 - steps, -1):
        browser.run(CLICK, index, ".step-back")
        state(browser, where, index, at, problems)
    browser.run(CLICK, index, ".step-first")
    browser.run(CLICK, index, ".step-back")
    state(browser, where, index, 0, problems)
    return lines


def hand(browser, where, problems):
    """Steps through the first schedule with the mouse, with keys, and with the slider."""
    driver = browser.driver
    section = driver.find_element("css selector", "section.schedule:has(.event)")
    index = browser.run("return audit.all('section.schedule').indexOf(arguments[0])", section)
    rows = browser.run(STATE, index)[1]
    forward = section.find_element("css selector", "button.step-forward")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", forward)
    forward.click()
    state(browser, where, index, min(1, rows - 1), problems)
    section.find_element("css selector", "button.step-back").click()
    state(browser, where, index, 0, problems)
    # The arrow keys, where the focus is on a row or the list; with keys alone Tab leads there.
    browser.run("arguments[0].focus()", section.find_element("css selector", "button.step-forward"))
    for _ in range(8):
        if browser.run("return document.activeElement.matches('section.schedule .viewer, section.schedule .event')"):
            break
        browser.press(Keys.TAB)
    else:
        problems.expect(False, where, "Tab does not lead from the buttons of a schedule to its events")
    for at in range(1, rows):
        browser.press(Keys.ARROW_RIGHT)
        state(browser, where, index, at, problems)
    for at in range(rows - 2, -1, -1):
        browser.press(Keys.ARROW_LEFT)
        state(browser, where, index, at, problems)
    slider = section.find_element("css selector", "input[type=range].step-at")
    slider.send_keys(Keys.END)
    state(browser, where, index, rows - 1, problems)
    slider.send_keys(Keys.HOME)
    state(browser, where, index, 0, problems)
    # What happened before and after an event is marked while the mouse is on it.
    marked = "return [...arguments[0].querySelectorAll('.event.before, .event.after')].length"
    most = 0
    for row in section.find_elements("css selector", ".events > .event")[: min(rows, 12)]:
        browser.run("arguments[0].scrollIntoView({block: 'center'})", row)
        ActionChains(driver).move_to_element(row).perform()
        most = max(most, browser.run(marked, section))
    problems.expect(most > 0 or rows < 2, where, "no event is marked as before or after another")
    ActionChains(driver).move_to_element(driver.find_element("css selector", "#top")).perform()
    problems.expect(browser.run(marked, section) == 0, where, "events stay marked when the mouse has left")
    problems.count("schedules stepped by mouse and keys")
