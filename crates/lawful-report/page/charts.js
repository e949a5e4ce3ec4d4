// Charts: bars of counts, columns of numbers, coverage with its interval, tests over time.

const FEW_ROWS = 12;

/** Counts as bars, the first rows of them until all are asked for. Rows are pairs of a text and a count. */
function bars(title, rows, whole) {
    // A call takes no more arguments than the stack has room for, and laws may have a hundred thousand labels.
    const most = rows.reduce((most, [, count]) => Math.max(most, Number(count)), 1);
    const list = element('tbody');
    const field = rows.length > 2 * FEW_ROWS && element('input', {
        type: 'search', placeholder: `Search ${number(rows.length)} rows`, 'aria-label': `Search ${title}`,
        oninput: () => show(rows.length),
    });
    const more = element('button', { type: 'button', class: 'more', onclick: () => show(rows.length) },
        `Show all ${number(rows.length)}`);
    const show = (count) => {
        const wanted = (field ? field.value : '').toLowerCase();
        const found = rows.filter(([text]) => text.toLowerCase().includes(wanted));
        fill(list, found.slice(0, Math.min(count, 2000)).map((row) => bar(row, most, whole)));
        more.hidden = count >= rows.length;
    };
    show(FEW_ROWS);
    return element('section', { class: 'chart' }, element('h3', {}, title), field,
        tableOf('bars', ['value', 'share', 'count'], list),
        more);
}

/** A table whose heading is heard and not seen. */
function tableOf(kind, names, body) {
    return element('table', { class: kind }, element('colgroup', {}, names.map((name) => element('col', { class: `col-${name}` }))),
        element('thead', {}, element('tr', {}, names.map((name) => element('th', { scope: 'col' }, unseen(name))))), body);
}

function bar([text, count], most, whole) {
    const filled = element('i', { class: 'bar' });
    // The longest bar leaves room for its count; all others are shorter in the same measure.
    filled.style.width = `calc((100% - 4.5rem) * ${Number(count) / most})`;
    return element('tr', {},
        element('td', { class: 'name', title: text }, element('div', {}, text)),
        element('td', { class: 'share' }, percent(Number(count), whole)),
        element('td', { class: 'length' }, filled, element('small', {}, number(count))));
}

/** Counts of values: columns by value where these are many numbers, bars otherwise. */
function valuesChart(title, counts, whole) {
    const rows = Object.entries(counts);
    const areNumbers = rows.every(([value]) => /^-?\d{1,15}$/.test(value));
    rows.sort(([one, first], [other, second]) => second - first || (areNumbers ? one - other : one < other ? -1 : 1));
    return areNumbers && rows.length > 6 ? columns(title, rows, whole) : bars(title, rows, whole);
}

const COLUMNS = 40;

/** Counts of numbers in columns, which stand for ranges where there are many. */
function columns(title, rows, whole) {
    const values = rows.map(([value, count]) => [Number(value), Number(count)]).sort(([one], [other]) => one - other);
    const [low, high] = [values[0][0], values.at(-1)[0]];
    const width = Math.max(1, Math.ceil((high - low + 1) / COLUMNS));
    const sums = new Array(Math.ceil((high - low + 1) / width)).fill(0);
    for (const [value, count] of values) sums[Math.floor((value - low) / width)] += count;
    const [wide, tall] = [600, 130];
    const most = Math.max(1, ...sums);
    const step = wide / sums.length;
    const range = (index) => {
        const first = low + index * width;
        return width === 1 ? number(first) : `${number(first)} to ${number(Math.min(high, first + width - 1))}`;
    };
    const picture = drawing('svg', { viewBox: `0 0 ${wide} ${tall}`, class: 'columns', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title}: ${low} to ${high}` },
        sums.map((sum, index) => drawing('rect', {
            x: index * step + 1, width: Math.max(1, step - 2),
            y: tall - tall * sum / most, height: tall * sum / most,
        }, drawing('title', {}, `${range(index)}: ${percent(sum, whole)} (${number(sum)})`))),
        drawing('line', { x1: 0, x2: wide, y1: tall, y2: tall, class: 'axis' }));
    const ends = [0, Math.floor(sums.length / 2), sums.length - 1].map((index) => element('span', {}, range(index)));
    return element('section', { class: 'chart' }, element('h3', {}, title), picture, element('div', { class: 'ends' }, ends),
        element('details', {}, element('summary', {}, `${counted(rows.length, 'value')}, the most frequent first`), bars('values', rows, whole)));
}

/** Demands of coverage: the share, the interval in which the true share is, and the share that is demanded. */
function coverageChart(demands) {
    const row = (demand) => {
        const share = 100 * demand.hits / Math.max(1, demand.cases);
        const verdict = demand.all ? (demand.met ? 'met' : 'not met') : demand.met ? 'met' : demand.missed ? 'too few' : 'undecided';
        const tone = demand.met ? 'good' : demand.missed ? 'bad' : 'doubt';
        const range = demand.all ? null : drawing('rect', { class: 'range', x: demand.low, width: Math.max(0.4, demand.high - demand.low), y: 3, height: 8 });
        return element('tr', {},
            element('td', {}, element('div', { class: 'name' }, demand.name), element('span', { class: `verdict ${tone}` }, verdict)),
            element('td', {},
                drawing('svg', { viewBox: '0 0 100 14', preserveAspectRatio: 'none', class: 'coverage', 'aria-hidden': 'true' },
                    drawing('rect', { class: 'ground', x: 0, width: 100, y: 5, height: 4 }), range,
                    drawing('rect', { class: 'point', x: Math.max(0, Math.min(99.4, share - 0.3)), width: 0.6, y: 1, height: 12 }),
                    !demand.all && drawing('rect', { class: 'wanted', x: Math.max(0, Math.min(99.4, demand.percent - 0.3)), width: 0.6, y: 0, height: 14 })),
                element('small', {}, demand.all
                    ? `${number(demand.hits)} of all ${counted(demand.cases, 'case')}; one is needed`
                    : `${percent(demand.hits, demand.cases)} of ${counted(demand.cases, 'case')}, ${demand.percent} % demanded; the true share is between ${demand.low.toFixed(1)} and ${demand.high.toFixed(1)} %`)));
    };
    return element('section', { class: 'chart' }, element('h3', {}, 'coverage'),
        tableOf('bars coverages', ['demand', 'measured'], element('tbody', {}, demands.map(row))),
        demands.some((demand) => !demand.all) && element('p', { class: 'hint' },
            'Red line: the demanded share. Line in the band: the measured share. Band: the confidence interval of the true share, which is wrong once in a million times.'));
}

/** Tests over the time of the run. Points are a time, the tests that passed and the cases that were discarded. */
function progressChart(points) {
    const [wide, tall] = [600, 120];
    const [end, passed, discarded] = points.at(-1).map(Number);
    if (points.length < 2 || !(end > 0) || !(passed + discarded > 0)) return null;
    const most = Math.max(1, passed, discarded);
    const path = (row) => [[0, 0, 0], ...points].map((point, index) =>
        `${index ? 'L' : 'M'}${(wide * point[0] / end).toFixed(1)} ${(tall - tall * point[row] / most).toFixed(1)}`).join('');
    return element('section', { class: 'chart' }, element('h3', {}, 'tests over the run'),
        drawing('svg', { viewBox: `0 -4 ${wide} ${tall + 8}`, preserveAspectRatio: 'none', class: 'progress', role: 'img', 'aria-label': `${counted(passed, 'test')} in ${time(end)}` },
            drawing('line', { x1: 0, x2: wide, y1: tall, y2: tall, class: 'axis' }),
            discarded > 0 && drawing('path', { d: path(2), class: 'discarded' }),
            drawing('path', { d: path(1), class: 'passed' })),
        element('div', { class: 'ends' }, element('span', {}, '0'), element('span', {}, time(end))),
        element('p', { class: 'hint' }, `${counted(passed, 'test')} passed`, discarded > 0 && `, ${counted(discarded, 'case')} discarded (dashed)`,
            `, ${number(Math.round(passed / (end / 1e9)))} tests per second`));
}
