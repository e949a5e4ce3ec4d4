// The overview: all entries, with a search, filters and an order.

const CHUNK = 80;

const overview = (() => {
    const entries = report.entries;
    const state = { words: '', verdict: 'all', tag: null, order: 'worst' };
    const simple = entries.map((line) => [line.name, line.case, line.headline, line.group, line.place, verdictWords(line), line.kind, ...line.tags].join(' ').toLowerCase());
    let found = [];
    let shown = 0;

    const orders = {
        worst: { title: 'unexpected first', compare: (one, other) => rank(one) - rank(other) || compareGroups(one, other) || one.id - other.id },
        name: { title: 'by name', compare: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id) },
        time: { title: 'longest first', compare: (one, other) => (other.time ?? -1) - (one.time ?? -1) || one.id - other.id },
        tests: { title: 'most tests first', compare: (one, other) => other.tests - one.tests || one.id - other.id },
    };
    const groups = new Map();
    for (const { group } of entries) if (!groups.has(group)) groups.set(group, groups.size);
    const compareGroups = (one, other) => groups.get(one.group) - groups.get(other.group);
    const rank = (line) => ({ bad: 0, doubt: 1, good: 2 })[toneOf(line)];

    const names = count(entries, (line) => line.name);
    const counts = count(entries, verdictWords);
    const bad = entries.filter((line) => toneOf(line) === 'bad').length;
    const tags = count(entries, (line) => [...(line.kind === 'law' ? [] : [line.kind]), ...line.tags]);

    const list = element('ul', { id: 'entries' });
    const told = element('p', { id: 'count', class: 'hint', role: 'status' });
    const search = element('input', { type: 'search', id: 'search', placeholder: 'Search names, cases, labels (/)', 'aria-label': 'Search', autocomplete: 'off', spellcheck: 'false', oninput: () => { state.words = search.value; update(); } });
    const filter = (name, text, count, tone) => element('button', { type: 'button', 'data-filter': name, class: tone, 'aria-pressed': 'false', onclick: () => choose(name) }, text, ' ', element('small', {}, number(count)));
    const verdicts = [
        filter('all', 'all', entries.length),
        bad > 0 && filter('bad', 'unexpected', bad, 'bad'),
        ...[...counts].map(([verdict, count]) => filter(verdict, verdict, count)),
    ].filter(Boolean);
    const kinds = [...tags].filter(([, count]) => count < entries.length).map(([tag, count]) => filter(`tag:${tag}`, tag, count));
    const select = element('select', { 'aria-label': 'Order', onchange: () => { state.order = select.value; update(); } },
        Object.entries(orders).map(([name, { title }]) => element('option', { value: name }, title)));
    const sentinel = element('div', { class: 'sentinel' });
    const whole = element('div', { class: 'overview' },
        element('h1', {}, report.title || 'Laws'),
        report.subtitle && element('p', { class: 'under' }, element('code', {}, report.subtitle)),
        element('dl', { class: 'facts' }, facts().map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)))),
        strip(),
        element('div', { class: 'tools' }, search, select),
        element('div', { class: 'filters', role: 'group', 'aria-label': 'Verdicts' }, verdicts),
        kinds.length > 0 && element('div', { class: 'filters', role: 'group', 'aria-label': 'Contents' }, kinds),
        told, list, sentinel);
    if (typeof IntersectionObserver === 'function') {
        // An observer tells of changes alone: where the end of the list is still near after rows were added, it must be asked anew.
        const observer = new IntersectionObserver((seen) => {
            if (!seen.some((one) => one.isIntersecting)) return;
            more();
            observer.unobserve(sentinel);
            observer.observe(sentinel);
        }, { rootMargin: '800px' });
        observer.observe(sentinel);
    }
    update();

    /** How much was run, and what the run told of itself. */
    function facts() {
        const tests = entries.reduce((sum, line) => sum + Number(line.tests), 0);
        return [['results', number(entries.length)], tests > 0 && ['tests', number(tests)], ...report.facts].filter(Boolean);
    }

    /** Shares of the verdicts in a strip, with their numbers. */
    function strip() {
        const tones = ['bad', 'doubt', 'good'].map((tone) => [tone, entries.filter((line) => toneOf(line) === tone).length]);
        const seen = tones.filter(([, count]) => count > 0);
        return [
            element('div', { class: 'strip', 'aria-hidden': 'true' }, seen.map(([tone, count]) => {
                const part = element('i', { class: tone });
                part.style.flexGrow = count;
                return part;
            })),
            element('p', { class: 'legend' }, seen.map(([tone, count]) => [element('span', { class: tone }, `${number(count)} ${{ bad: 'unexpected', doubt: 'undecided', good: 'as expected' }[tone]}`), ' '])),
        ];
    }

    function choose(name) {
        if (name.startsWith('tag:')) state.tag = state.tag === name.slice(4) ? null : name.slice(4);
        else state.verdict = state.verdict === name ? 'all' : name;
        update();
    }

    function isFound(line) {
        if (state.verdict === 'bad' ? toneOf(line) !== 'bad' : state.verdict !== 'all' && verdictWords(line) !== state.verdict) return false;
        return !state.tag || line.tags.includes(state.tag) || line.kind === state.tag;
    }

    function update() {
        const words = state.words.toLowerCase().split(/\s+/).filter(Boolean);
        const inside = words.map(inData);
        const known = [];
        const deep = [];
        for (const line of entries) {
            if (!isFound(line)) continue;
            const missing = words.map((word, index) => index).filter((index) => !simple[line.id].includes(words[index]));
            if (missing.length === 0) known.push(line);
            else if (missing.every((index) => words[index].length > 1 && entryText(line.id).includes(inside[index]))) deep.push(line);
        }
        const { compare } = orders[state.order];
        found = [...known.sort(compare), ...deep.sort(compare)];
        shown = 0;
        list.replaceChildren();
        more();
        told.textContent = `${number(found.length)} of ${counted(entries.length, 'result')}${deep.length ? `; ${number(deep.length)} of them have the text in their details` : ''}${found.length || !entries.length ? '' : '; Escape in the search field clears search and filters'}`;
        for (const button of [...verdicts, ...kinds]) {
            const name = button.dataset.filter;
            button.setAttribute('aria-pressed', String(name === state.verdict || name === `tag:${state.tag}`));
        }
    }

    /** Adds the rows that come next, with headings where they are in groups. */
    function more() {
        const isGrouped = state.order === 'worst' && !state.words;
        const headOf = (line) => (toneOf(line) === 'good' ? line.group || 'Other results' : { bad: 'Unexpected', doubt: 'Undecided' }[toneOf(line)]);
        const rows = [];
        for (const line of found.slice(shown, shown + CHUNK)) {
            const before = found[shown - 1];
            if (isGrouped && (!before || headOf(before) !== headOf(line))) rows.push(element('li', { class: 'group' }, element('h2', {}, headOf(line))));
            rows.push(element('li', {}, row(line)));
            shown += 1;
        }
        list.append(...rows);
        sentinel.hidden = shown >= found.length;
    }

    function row(line) {
        const meta = line.kind === 'law'
            ? [Number(line.tests) > 0 && counted(line.tests, 'test'), line.time !== null && time(line.time), Number(line.failures) > 1 && counted(line.failures, 'failure'), Number(line.warnings) > 0 && counted(line.warnings, 'warning')]
            : [line.kind];
        return element('a', { class: `row ${toneOf(line)}`, href: `#/e/${line.id}` },
            element('span', { class: 'mark', title: verdictWords(line) }, element('span', { 'aria-hidden': 'true' }, MARKS[line.verdict] ?? '?'), unseen(verdictWords(line))),
            element('span', { class: 'title' }, named(line.name),
                // Two programs of a package may have a law of the same name.
                names.get(line.name) > 1 && line.group && element('span', { class: 'path' }, ' ', line.group),
                (line.case || line.headline) && element('span', { class: 'headline' }, line.case && element('b', {}, line.case), line.case && line.headline && ' — ', cut(line.headline, 300))),
            element('span', { class: 'meta' }, meta.filter(Boolean).join(' · ')));
    }

    function count(lines, of) {
        const counts = new Map();
        for (const line of lines) for (const word of [of(line)].flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
        return new Map([...counts].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1)));
    }

    return {
        whole,
        search,
        order: () => found,
        clear() { search.value = ''; state.words = ''; state.verdict = 'all'; state.tag = null; update(); },
        /** Puts the focus on the row after, or before, the one that has it. */
        move(step) {
            const rows = [...list.querySelectorAll('a.row')];
            const at = rows.indexOf(document.activeElement);
            const to = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step))];
            if (at + step >= rows.length - 2) more();
            to?.focus();
            to?.scrollIntoView({ block: 'nearest' });
        },
        /** Puts the focus on the row of an entry, if it is shown. */
        focus(id) { list.querySelector(`a.row[href="#/e/${id}"]`)?.focus({ preventScroll: true }); },
    };
})();
