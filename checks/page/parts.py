"""Parts of an entry other than schedules: histories, graphs, marks, statements, charts, and lines to copy."""

import json

from browser import visible


def data_of(browser, id):
    return json.loads(browser.run("return document.getElementById(`entry-${arguments[0]}`).textContent", id))


def blocks_of(data, kind):
    """Contents of the blocks of a kind, anywhere in the data of an entry."""
    found = []
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "blocks":
                found += [block[kind] for block in value if isinstance(block, dict) and kind in block]
            found += blocks_of(value, kind)
    elif isinstance(data, list):
        for value in data:
            found += blocks_of(value, kind)
    return found


def check(browser, where, data, problems):
    check_long(browser, where, problems)
    check_copies(browser, where, data, problems)
    check_differences(browser, where, data, problems)
    check_histories(browser, where, data, problems)
    check_graphs(browser, where, data, problems)
    check_marks(browser, where, data, problems)
    check_statements(browser, where, data, problems)
    check_charts(browser, where, data, problems)


# Most characters that are shown of a value before one asks for more.
MOST_CHARACTERS = 2500


def check_long(browser, where, problems):
    """Long texts are folded, and shown when they are asked for."""
    texts = """const walker = document.createTreeWalker(document.querySelector('#page article'), NodeFilter.SHOW_TEXT);
        let longest = 0;
        for (let text = walker.nextNode(); text; text = walker.nextNode()) if (!text.parentElement.closest('.report, h1, .lines')) longest = Math.max(longest, text.data.length);
        return longest"""
    longest = browser.run(texts)
    problems.expect(longest <= MOST_CHARACTERS, where, f"a text of {longest} characters is not folded")
    folded = browser.run("const all = audit.all('.failure .case .long > button'); all.forEach((button) => button.click()); return all.length")
    if folded:
        problems.count("long values unfolded", folded)
        problems.expect(browser.run("return audit.all('.failure .case .long > button').length") == 0, where, "a long value stays folded")
        problems.expect(browser.run("return document.activeElement.matches('.long')"), where, "the focus is lost when a value is unfolded")


def check_copies(browser, where, data, problems):
    failures = [*data["failures"], *data["unstable"]]
    articles = browser.run("return audit.all('article.failure').length")
    problems.expect(articles == len(failures), where, f"{articles} articles for {len(failures)} failures")
    problems.count("failures", articles)
    wanted = [line for failure in failures for line in (failure["replay"], failure.get("seed"), failure["keep"]) if line]
    copied = browser.run("return audit.all('article.failure button.copy').map((button) => button.dataset.copy)")
    problems.expect(sorted(wanted) == sorted(copied), where, f"the lines to copy are {copied} instead of {wanted}")
    problems.count("lines to copy", len(copied))
    if copied:
        browser.run("audit.all('article.failure button.copy')[0].click()")


def check_differences(browser, where, data, problems):
    wanted = sum(len(failure["nearest"]) for failure in data["failures"])
    shown = browser.run("return audit.all('.difference').map((one) => [one.querySelectorAll('ins').length, one.querySelectorAll('del').length])")
    problems.expect(len(shown) == wanted, where, f"{len(shown)} differences for {wanted} nearest passing cases")
    problems.expect(all(ins + marked > 0 for ins, marked in shown), where, "a difference without <ins> and <del>")
    problems.count("differences to passing cases", len(shown))


def check_histories(browser, where, data, problems):
    histories = blocks_of(data, "History")
    shown = browser.run("return audit.all('section.history').map((one) => one.querySelectorAll('svg g.call').length)")
    wanted = [len(history["calls"]) for history in histories]
    # Those of failures are there once for the reason, and once for the case.
    problems.expect(set(shown) == set(wanted), where, f"histories have {shown} bars for {wanted} calls")
    problems.count("histories", len(shown))
    # Calls that were invoked at other times begin at other places, also where the times are too large for a number of JSON.
    starts = browser.run("return audit.all('section.history').map((one) => new Set([...one.querySelectorAll('svg g.call > rect')].map((bar) => bar.getAttribute('x'))).size)")
    times = {len({str(call["invoked"]) for call in history["calls"]}) for history in histories}
    problems.expect(set(starts) == times, where, f"calls begin at {starts} places for {times} times")
    # The names of the clients stay in sight, however far the calls are scrolled.
    hidden = browser.run("""return audit.all('section.history').filter((one) => one.querySelector('.client')).filter((one) => {
        const pane = one.querySelector('.scroll');
        const before = pane.scrollLeft;
        pane.scrollLeft = pane.scrollWidth;
        const [name, box] = [one.querySelector('.client'), pane].map((element) => element.getBoundingClientRect());
        pane.scrollLeft = before;
        return name.left < box.left || name.left > box.right;
    }).length""")
    problems.expect(hidden == 0, where, f"{hidden} histories hide the names of their clients when they are scrolled")
    for index in range(len(shown)):
        walked = browser.run("""
            const section = audit.all('section.history')[arguments[0]];
            const slider = section.querySelector('input[type=range]');
            const button = (name) => section.querySelector(name);
            if (!slider || !button('.step-back') || !button('.step-forward')) return section.querySelectorAll('g.call').length === 0 ? null : ['no controls'];
            const seen = [];
            while (Number(slider.value) > 0) { button('.step-back').click(); if (seen.push(slider.value) > 10000) return ['does not go back']; }
            let steps = 0;
            while (Number(slider.value) < Number(slider.max)) { button('.step-forward').click(); if (++steps > 10000) return ['does not go on']; }
            for (const call of section.querySelectorAll('g.call')) {
                call.dispatchEvent(new PointerEvent('pointerenter'));
                call.dispatchEvent(new MouseEvent('click', {bubbles: true}));
            }
            return steps === Number(slider.max) ? null : [`${steps} steps to ${slider.max}`];
        """, index)
        problems.expect(not walked, where, f"history {index}: {walked}")


def check_graphs(browser, where, data, problems):
    wanted = blocks_of(data, "Graph")
    shown = browser.run("""return audit.all('section.graph').map((one) =>
        [one.querySelectorAll('svg .node').length, one.querySelectorAll('svg .edge').length, one.querySelectorAll('.matrix').length])""")
    problems.expect(len(shown) >= len(wanted), where, f"{len(shown)} graphs for {len(wanted)}")
    for nodes, _, matrices in shown:
        problems.count("graphs")
        problems.expect(nodes > 0 or matrices == 1 or any(not graph["nodes"] for graph in wanted), where, "a graph without nodes")
    # Whatever has the focus tells of itself.
    browser.run("""for (const one of audit.all('section.graph svg [tabindex]').slice(0, 40)) {
        one.dispatchEvent(new FocusEvent('focus'));
        one.dispatchEvent(new PointerEvent('pointerenter'));
    }""")


def check_marks(browser, where, data, problems):
    marks = [mark for block in blocks_of(data, "Marks") for mark in block if mark.get("from") is not None]
    buttons = browser.run("return audit.all('section.marks button.mark').length")
    problems.expect(buttons >= len(marks), where, f"{buttons} buttons for {len(marks)} marks of events")
    labels = {event["label"] for trace in blocks_of(data, "Trace") for event in trace["events"] if event["label"]}
    # The text of the button is that of the mark, which says where it should lead.
    for index in range(min(buttons, 30)):
        text, chosen = browser.run("""
            const button = audit.all('section.marks button.mark')[arguments[0]];
            button.click();
            const row = document.querySelector('section.schedule .event[aria-current=step] .event-label');
            return [button.textContent, row?.textContent ?? null]""", index)
        wanted = {mark["from"] for mark in marks if mark["text"] == text} & labels
        if wanted:
            problems.expect(chosen in wanted, where, f"the mark {text!r} leads to {chosen} instead of {wanted}")
        problems.count("marks followed")


def check_statements(browser, where, data, problems):
    wanted = [statement for block in blocks_of(data, "Statements") for statement in block]
    items = "return audit.all('section.statements .statement').filter((one) => one.checkVisibility()).map((one) => one.textContent)"
    shown = browser.run(items)
    problems.expect(len(shown) == len(wanted), where, f"{len(shown)} statements of {len(wanted)}")
    problems.count("statements", len(shown))
    fields = browser.run("return audit.all('section.statements input[type=search]').length")
    problems.expect(fields > 0 or len(wanted) < 20, where, f"no search for {len(wanted)} statements")
    for index in range(fields):
        field = browser.driver.find_elements("css selector", "section.statements input[type=search]")[index]
        before = len(browser.run(items))
        field.send_keys(wanted[-1]["text"].split()[0])
        problems.expect(any(visible(wanted[-1]["text"]) in text for text in browser.run(items)), where, "a statement is not found by its text")
        field.clear()
        field.send_keys("zqx-nothing")
        problems.expect(len(browser.run(items)) < before, where, "statements are shown that do not have the text")
        field.clear()
        field.send_keys("a\b")
        problems.expect(len(browser.run(items)) == before, where, "statements stay away when the search is cleared")
        problems.count("searches")


def check_charts(browser, where, data, problems):
    summary = data["summary"]
    if not summary:
        return
    text = browser.run("for (const button of audit.all('.chart button.more')) if (audit.isVisible(button)) button.click();"
                       "return document.getElementById('page').textContent")
    tables = summary["tables"]
    for name in [*tables["labels"], *tables["collected"]]:
        problems.count("labels and tables")
        problems.expect(visible(name) in text, where, f"no label {name!r}")
    check_bars(browser, where, problems)
    charts = browser.run("return audit.all('section.chart').length")
    problems.expect(charts > 0 or not (tables["labels"] or tables["collected"]), where, "no charts")
    problems.count("charts", charts)


def check_bars(browser, where, problems):
    """The lengths of the bars of a chart have the proportions of their counts."""
    charts = browser.run("""return audit.all('table.bars:not(.coverages) > tbody').map((list) => [...list.rows].map((row) =>
        [Number(row.querySelector('.length small').textContent.replaceAll(',', '')), row.querySelector('.bar').getBoundingClientRect().width]))""")
    for rows in charts:
        count, width = max(rows, default=(0, 0))
        for other, length in rows if width > 0 else []:
            problems.expect(abs(length - width * other / count) < 1, where, f"a bar for {other} is {length} px long, and one for {count} is {width} px")
            problems.count("bars measured")
