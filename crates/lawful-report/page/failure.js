// Failures: the minimal case, why it fails, what may vary, what passes, and how to run it again.

/** An article about one failure. `told` has the texts, `full` is the failure or the unstable one of the summary. */
function failureArticle(told, full, title) {
    const found = [];
    const caseBlocks = blocks(full.document, found);
    const reasonBlocks = richBlocks(full.reason.document, found);
    // The law has one failure: its parts are those of the page.
    const level = title ? 'h3' : 'h2';
    const original = told.original && (told.original.arguments.length > 0 || told.original.steps.length > 0);
    return element('article', { class: 'failure' },
        title && element('h2', {}, title),
        element(level, {}, full.rate ? 'Case that failed' : 'Minimal counterexample'),
        caseOf(told, told.drawing ? 'No arguments were drawn.'
            : blocksOf(full.document, 'Trace').some(({ events }) => events.length > 0) ? 'The law has no arguments: the schedule below is the counterexample.' : undefined),
        element(level, {}, 'Why it fails', ' ', element('code', { class: 'code', title: 'Code of the reason, which the index of errors in the guide has' }, `${full.reason.component}/${full.reason.code}`)),
        told.drawing && element('p', { class: 'reason' }, told.drawing),
        reasonBlocks
            ? [element('p', { class: 'reason' }, `${full.reason.title}:`), reasonBlocks]
            : element('pre', { class: 'reason' }, told.reason.map((line, index) => [index > 0 && '\n', longText(line)])),
        panicSource(full.reason),
        told.notes.map((note) => element('p', { class: 'note' }, 'note: ', longText(note))),
        caseBlocks,
        told.nearest.length > 0 && [element(level, {}, 'Nearest case that passes'), told.nearest.map(difference)],
        told.varies.length > 0 && [element(level, {}, 'What may vary'), told.varies.map((text) => element('p', {}, text)), told.free.map(tried)],
        original && element('details', { class: 'found' }, element('summary', {}, 'The case as found, before shrinking'), caseOf(told.original)),
        element('p', { class: 'hint' }, told.found.join(' ')),
        told.replay && copied('Replay', told.replay),
        told.seed && copied('Root seed', told.seed),
        told.keep && copied('Keep', told.keep));
}

/** Blocks of a reason, if one of them is more than text. */
function richBlocks(document, found) {
    const isRich = (document?.blocks ?? []).some((block) => ['Marks', 'History', 'Statements', 'Graph', 'Table', 'Trace'].includes(variant(block)[0]));
    return isRich ? blocks(document, found) : null;
}

/** Arguments, and calls after each other or beside each other. */
function caseOf({ arguments: values, steps }, nothing = 'The law has no arguments.') {
    const names = values.map(({ name, value, type }) => element('div', { class: 'argument', title: type },
        name && [element('b', {}, name), ' = '], element('span', {}, longText(value, rust))));
    return [
        values.length > 0 && element('pre', { class: 'case' }, names),
        steps.length > 0 && calls(steps),
        values.length === 0 && steps.length === 0 && element('p', { class: 'hint' }, nothing),
    ];
}

function calls(steps) {
    const inOrder = steps.filter((step) => step.column === null);
    const columns = [...new Set(steps.map((step) => step.column).filter((column) => column !== null))];
    return element('div', { class: 'calls' },
        inOrder.length > 0 && callList(inOrder),
        columns.length > 0 && [element('p', { class: 'hint' }, inOrder.length > 0 ? 'then concurrently:' : 'concurrently:'),
            element('div', { class: 'branches' }, columns.map((column) => element('div', {},
                element('p', { class: 'branch' }, String.fromCharCode(65 + column)), callList(steps.filter((step) => step.column === column)))))]);
}

// Steps of a long list that are shown at its beginning, and before a step that failed or the end.
const FIRST_STEPS = 5;
const LAST_STEPS = 10;

function callList(steps) {
    const item = (step) => element('li', { class: step.failed ? 'failed' : null },
        step.before && element('div', { class: 'state', title: 'State of the model before the step' }, longText(step.before)),
        element('code', {}, longText(step.code, rust)), ' ',
        step.result !== null && element('span', { class: 'result' }, '→ ', longText(step.result)),
        step.failed && element('span', { class: 'here' }, 'broken here'));
    const failed = steps.findIndex((step) => step.failed);
    const last = (failed < 0 ? steps.length : failed + 1) - LAST_STEPS;
    if (last - FIRST_STEPS < LAST_STEPS) return element('ol', { class: 'steps' }, steps.map(item));
    const hidden = steps.slice(FIRST_STEPS, last);
    const gap = element('li', { class: 'gap' }, element('button', { type: 'button', class: 'more', onclick: () => {
        const rows = hidden.map(item);
        gap.replaceWith(...rows);
        rows[0].tabIndex = -1;
        rows[0].focus({ preventScroll: true });
    } }, `Show ${counted(hidden.length, 'more step')}`));
    // The steps after the gap keep their numbers.
    gap.style.counterIncrement = `step ${hidden.length}`;
    return element('ol', { class: 'steps' }, steps.slice(0, FIRST_STEPS).map(item), gap, steps.slice(last).map(item));
}

/** A value that fails above one that passes, with the parts that differ. */
function difference({ lead, value, passing }) {
    const [removed, added] = differing(value, passing);
    return element('div', { class: 'difference' },
        element('div', {}, element('span', { class: 'label bad' }, 'fails'), element('code', {}, lead, removed)),
        element('div', {}, element('span', { class: 'label good' }, 'passes'), element('code', {}, lead, added)));
}

/** What was tried in the place of a part that does not matter. */
function tried({ lead, others }) {
    const different = [...new Set(others)].slice(0, 6);
    return element('p', { class: 'tried' }, element('span', { class: 'label' }, 'tried'), different.map((other, index) => [index > 0 && ', ', element('code', {}, index === 0 && lead, rust(other))]));
}

/** The lines at which the law panicked. */
function panicSource(reason) {
    const place = Object.fromEntries(reason.fields ?? []).location;
    const found = place && excerpt(place);
    return found && element('details', { class: 'source', open: true }, element('summary', {}, `${found.file}:${found.line}`), sourceLines(found));
}
