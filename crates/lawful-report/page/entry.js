// The page of an entry: a law, or another result.

const MARKS = { passed: '✓', failed: '✗', unstable: '≈', 'gave up': '∅', 'not covered': '◔', 'not broken': '✓', misused: '!', died: '†', unknown: '?', 'not run': '–' };

/** The words for the verdict of an entry: a failure that was expected is told apart from others. */
function verdictWords(line) {
    return line.is_success && ['failed', 'unstable', 'gave up', 'not covered'].includes(line.verdict) ? `${line.verdict} as expected` : line.verdict;
}

/** The verdict of an entry with its mark, in the colour of whether it was expected. */
function verdictOf(line) {
    return element('span', { class: `verdict ${toneOf(line)}` }, element('span', { 'aria-hidden': 'true' }, MARKS[line.verdict] ?? '?'), ' ', verdictWords(line));
}

function toneOf(line) {
    if (line.is_success) return 'good';
    return ['unknown', 'not run', 'gave up'].includes(line.verdict) ? 'doubt' : 'bad';
}

/** A name with its last part apart from its path. */
function named(name) {
    const at = name.lastIndexOf('::');
    // Where a name is too long for its line, it is broken at an underscore.
    const last = name.slice(at < 0 ? 0 : at + 2).split(/(?<=_)/).flatMap((part) => [part, element('wbr')]);
    return [at >= 0 && element('span', { class: 'path' }, name.slice(0, at + 2), element('wbr')), element('b', {}, last)];
}

/** The page of an entry. */
function entryPage(line) {
    const data = entryData(line.id);
    const { summary } = data;
    const parts = [
        data.story && element('p', { class: 'story' }, data.story),
        data.difference && element('p', { class: 'alert bad' }, 'Unexpected result: ', data.difference),
        data.problem && element('pre', { class: 'alert bad' }, longText(data.problem)),
        !data.failures.length && !data.unstable.length && line.headline && !data.problem.startsWith(line.headline) && !data.page && element('pre', { class: 'reason' }, longText(line.headline)),
        data.remarks.map((remark) => element('p', { class: 'alert doubt' }, remark)),
        summary && facts(line, summary),
        failures(data),
        data.page && element('h2', { class: 'headline' }, data.page.headline || 'Result'),
        data.page && blocks(data.page.document),
        summary && statistics(data),
        // Without a failure, the advice of the report is all there is to say.
        data.report && element('details', { class: 'report', open: !line.is_success && !data.failures.length && !data.unstable.length }, element('summary', {}, 'The report as text'), element('pre', {}, data.report)),
    ];
    return element('article', { class: 'entry' },
        element('nav', { class: 'way', 'aria-label': 'Results' }, element('a', { href: '#/' }, '‹ All results'),
            element('span', {}, neighbour(line, -1, '↑ previous'), ' ', neighbour(line, 1, '↓ next'))),
        element('h1', {}, named(line.name)),
        element('p', { class: 'under' }, verdictOf(line), ' ', line.group && element('span', {}, line.group), ' ', line.place && element('code', {}, line.place)),
        parts);
}

/** Link to the entry before or after, in the order of the overview. */
function neighbour(line, step, text) {
    const all = overview.order();
    const at = all.findIndex(({ id }) => id === line.id);
    const to = at < 0 ? undefined : all[at + step];
    return to && element('a', { href: `#/e/${to.id}`, title: to.name, class: step < 0 ? 'go-before' : 'go-next' }, text);
}

function facts(line, summary) {
    const seed = BigInt(summary.seed).toString(16);
    const rows = [
        ['tests', Number(line.tests) < Number(summary.tests) && !summary.exhausted ? `${number(line.tests)} of ${number(summary.tests)}` : number(line.tests)],
        Number(line.discarded) > 0 && ['discarded', number(line.discarded)],
        line.time !== null && ['time', time(line.time)],
        ['root seed', `0x${seed}`],
        summary.exhausted && ['all cases', summary.exhausted.size === null || summary.exhausted.size === undefined
            ? `all ${number(summary.exhausted.cases)}` : `${number(summary.exhausted.cases)}, up to size ${summary.exhausted.size}`],
    ].filter(Boolean);
    return element('dl', { class: 'facts' }, rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}

function failures({ failures, unstable, summary }) {
    if (!summary) return null;
    const [stopped, content] = variant(summary.stopped);
    const full = stopped === 'Failed' ? content : [];
    const fullUnstable = [...(stopped === 'Unstable' ? [content] : []), ...summary.unstable];
    const count = failures.length + unstable.length;
    return [
        failures.map((told, index) => failureArticle(told, full[index], count > 1 && `Failure ${index + 1} of ${count}`)),
        unstable.map((told, index) => failureArticle(told, fullUnstable[index], count > 1 ? `Failure ${failures.length + index + 1} of ${count}, unstable: the case does not fail every time` : 'Unstable: the case does not fail every time')),
    ];
}

/** Charts of what the cases were. */
function statistics({ summary, coverage, distribution, progress }) {
    const { tables, counts, passed } = summary;
    const byCount = (map) => Object.entries(map).sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1));
    const rate = ([name, bug]) => `${name}: failed in ${counted(bug.failed, 'case')}, passed in ${number(bug.passed)}`;
    const charts = [
        Object.keys(tables.labels).length > 0 && bars('labels', byCount(tables.labels), passed),
        coverage.length > 0 && coverageChart(coverage),
        Object.entries(tables.collected).map(([name, { counts }]) => valuesChart(name, counts, passed)),
        Object.keys(tables.sometimes).length > 0 && bars('sometimes: cases that met the condition', byCount(tables.sometimes), passed),
        Object.keys(tables.known_bugs).length > 0 && element('section', { class: 'chart' }, element('h3', {}, 'known bugs'), element('ul', {}, Object.entries(tables.known_bugs).map((one) => element('li', {}, rate(one))))),
        tables.unmet.length > 0 && bars('discarded: assumptions that were not met', tables.unmet.map(([{ text, place }, count]) => [`${text || 'discard()'}  (${place.file}:${place.line})`, count]), Number(summary.discarded)),
        // Values without a length, a size or variants have nothing to count.
        distribution.filter(({ rows }) => rows.some(([text]) => text !== 'other')).map(({ argument, what, rows }) =>
            bars(`${argument || 'the argument'}, by ${what}${sum(rows) === Number(passed) ? '' : ` (${counted(sum(rows), 'case')})`}`, rows, sum(rows))),
        countCharts(counts),
        progress.length > 1 && progressChart(progress),
    ].flat().filter(Boolean);
    return charts.length > 0 && section('statistics', 'Statistics', element('div', { class: 'charts' }, charts));
}

const sum = (rows) => rows.reduce((sum, [, count]) => sum + Number(count), 0);

/** Tables of counters: steps as a graph, others as bars. */
function countCharts(counts) {
    const tables = new Map();
    for (const [counter, count] of counts) {
        if (!tables.has(counter.table)) tables.set(counter.table, []);
        tables.get(counter.table).push([counter, count]);
    }
    return [...tables].map(([name, rows]) => {
        const graph = graphOfSteps(name, rows);
        if (graph) return graphSection(graph);
        const all = rows.map(([counter, count]) => [counter.name, count]);
        if (sum(all) === 0) return null;
        const never = all.filter(([, count]) => Number(count) === 0).map(([name]) => name);
        const chart = bars(name, all.filter(([, count]) => Number(count) > 0), sum(all));
        // Of tables whose rows are ranges of numbers, the empty ones say nothing.
        if (never.length > 0 && !never.every((name) => /^\d/.test(name))) {
            chart.append(element('p', { class: 'hint' }, `never: ${cut(never.join('; '), 400)}`));
        }
        return chart;
    });
}
