// Documents: the blocks that components show of a case, a reason or a result.

/** The blocks of a document. Events of its traces can be found by their labels with `found`, a list of functions. */
function blocks(document, found = [], skips = () => false) {
    return (document?.blocks ?? []).map(variant).filter(([name, content]) => !skips(name, content)).map(([name, content]) => {
        // One block that this script does not understand leaves the others as they are.
        try {
            return block(name, content, found);
        } catch (error) {
            console.error(error);
            return element('p', { class: 'alert bad' }, `This ${name.toLowerCase()} cannot be drawn: ${error.message}`);
        }
    });
}

function block(name, content, found) {
    switch (name) {
        case 'Paragraph': return element('p', { class: 'paragraph' }, longText(content));
        case 'Code': return element('pre', {}, longText(content));
        case 'Table': return table(content, found);
        case 'Calls': return null;
        case 'Trace': return content.events.length ? traceBlock(content, found) : null;
        case 'Picture': return pictureBlock(content);
        case 'History': return historySection(content);
        case 'Graph': return graphSection(content);
        case 'Statements': return statements(content);
        case 'Marks': return marks(content, found);
        default: return element('p', { class: 'hint' }, `This version of the report cannot show a block of the kind ${name}.`);
    }
}

function traceBlock(trace, found) {
    const { whole, goTo } = schedule(trace);
    found.push(goTo);
    return whole;
}

/** Rows of cells. A row whose first cell is the label of a mark can be gone to. */
function table(rows, found) {
    const [head, ...rest] = rows;
    const made = rest.map((cells) => element('tr', {}, cells.map((cell) => element('td', {}, longText(cell)))));
    found.push((label, andTo) => {
        const at = rest.findIndex((cells) => cells.includes(label));
        if (at < 0) return false;
        const end = andTo ? rest.findIndex((cells) => cells.includes(andTo)) : at;
        made.forEach((row, index) => row.classList.toggle('marked', index >= at && index <= Math.max(at, end)));
        made[at].scrollIntoView({ block: 'nearest' });
        return true;
    });
    return element('div', { class: 'scroll' }, element('table', { class: 'plain' },
        element('thead', {}, element('tr', {}, (head ?? []).map((cell) => element('th', {}, longText(cell))))), element('tbody', {}, made)));
}

/** A drawing of a component. As an image it cannot run anything. */
function pictureBlock({ name, svg }) {
    return element('details', { class: 'picture' }, element('summary', {}, `Picture: ${name}`),
        element('img', { alt: name, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }));
}

/** Lines of an explanation; those about an event go to it. */
function marks(lines, found) {
    return element('section', { class: 'marks' }, lines.map((mark) => {
        const line = mark.from === null || mark.from === undefined
            ? element('span', {}, mark.text)
            : element('button', { type: 'button', class: mark.is_beside ? 'mark beside' : 'mark', title: 'Show the event', onclick: () => {
                if (!found.some((goTo) => goTo(mark.from, mark.to))) say('The event is not in the schedule that is shown');
            } }, mark.text);
        const made = element('div', { class: 'mark-line' }, line);
        made.style.setProperty('--depth', mark.depth);
        return made;
    }));
}

const MANY_STATEMENTS = 8;

/** Statements under their headings, which can be searched where there are many. */
function statements(all) {
    const groups = new Map();
    for (const one of all) {
        if (!groups.has(one.group)) groups.set(one.group, []);
        groups.get(one.group).push(one);
    }
    const text = (one) => [one.text, one.remark, ...one.values.flat()].join(' ').toLowerCase();
    const made = [...groups].map(([name, ones]) => {
        const rows = ones.map((one) => [text(one), statement(one)]);
        return { rows, whole: element('div', {}, element('h3', {}, name, ' ', element('small', {}, number(ones.length))), element('ul', {}, rows.map(([, row]) => row))) };
    });
    const told = element('p', { class: 'hint', role: 'status' });
    const field = element('input', { type: 'search', placeholder: `Search ${number(all.length)} statements`, 'aria-label': 'Search statements', oninput: () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const { rows, whole } of made) {
            let here = 0;
            for (const [text, row] of rows) {
                row.hidden = !words.every((word) => text.includes(word));
                here += row.hidden ? 0 : 1;
            }
            whole.hidden = here === 0;
            shown += here;
        }
        told.textContent = words.length ? `${number(shown)} of ${number(all.length)}` : '';
    } });
    return element('section', { class: 'statements' }, all.length > MANY_STATEMENTS && [field, told], made.map(({ whole }) => whole));
}

function statement(one) {
    return element('li', { class: `statement tone-${variant(one.tone)[0].toLowerCase()}` },
        element('code', {}, longText(one.text)), one.remark && element('span', { class: 'remark' }, ' ', longText(one.remark)),
        one.values.length > 0 && element('dl', {}, one.values.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, element('code', {}, longText(value, rust)))))));
}
