// Graphs: nodes in layers, edges drawn downwards where there is no cycle. The layers are those of Sugiyama, Tagawa and
// Toda (1981): edges that close a cycle are turned, layers follow the longest path, and nodes move to the mean of their neighbours.

const MOST_EDGES = 80;

/** A graph of the data crate: a picture, or a table where a picture would be a knot. */
function graphSection(graph) {
    const { nodes, edges } = graph;
    const whole = edges.length > 0 && edges.every((edge) => edge.count !== null && edge.count !== undefined);
    const list = element('details', {}, element('summary', {}, counted(edges.length, 'edge'), ' as a table'),
        element('table', { class: 'plain' },
            element('thead', {}, element('tr', {}, ['from', whole ? 'step' : 'text', 'to', whole && 'count'].filter(Boolean).map((name) => element('th', {}, name)))),
            element('tbody', {}, edges.map((edge) => element('tr', {},
                element('td', {}, nodes[edge.from].name), element('td', {}, edge.label, edge.detail && [' ', element('small', {}, edge.detail)]),
                element('td', {}, nodes[edge.to].name), whole && element('td', { class: 'count' }, number(edge.count)))))));
    const isKnot = edges.length > MOST_EDGES && edges.length > 3 * nodes.length;
    const told = element('p', { class: 'hint told' }, 'Point at a node or an edge, or tab to it, to see more of it.');
    return element('section', { class: 'graph' }, element('h3', {}, graph.title || 'graph'),
        nodes.length === 0 ? element('p', { class: 'hint' }, 'It has no nodes.')
            : isKnot ? matrix(graph)
                : element('div', { class: 'scroll' }, picture(graph, told)),
        !isKnot && nodes.length > 0 && told, edges.length > 0 && list);
}

/** Counts of edges between all nodes, in shades. */
function matrix({ nodes, edges }) {
    const most = Math.max(1, ...edges.map((edge) => Number(edge.count ?? 1)));
    const counts = new Map();
    for (const edge of edges) {
        const key = `${edge.from} ${edge.to}`;
        counts.set(key, (counts.get(key) ?? 0) + Number(edge.count ?? 1));
    }
    const cell = (from, to) => {
        const count = counts.get(`${from} ${to}`) ?? 0;
        const made = element('td', { class: count ? 'count' : 'count never', title: `${nodes[from].name}, ${nodes[to].name}: ${number(count)}` }, count ? number(count) : '·');
        if (count) made.style.setProperty('--shade', `${Math.round(8 + 42 * Math.log1p(count) / Math.log1p(most))}%`);
        return made;
    };
    return element('div', { class: 'scroll' }, element('table', { class: 'matrix' },
        element('caption', { class: 'hint' }, 'Row first, column next.'),
        element('thead', {}, element('tr', {}, element('th'), nodes.map(({ name }) => element('th', { scope: 'col' }, element('span', {}, name))))),
        element('tbody', {}, nodes.map(({ name }, from) => element('tr', {}, element('th', { scope: 'row' }, name), nodes.map((_, to) => cell(from, to)))))));
}

const CHARACTER = 7.3;
const LINE = 17;

function picture(graph, told) {
    const boxes = graph.nodes.map((node) => {
        const lines = node.name.split('\n').flatMap((line) => folded(line, 34)).slice(0, 8);
        return { node, lines, width: 20 + CHARACTER * Math.max(2, ...lines.map((line) => line.length)), height: 12 + LINE * lines.length };
    });
    const edges = joined(graph.edges);
    const { layers, turned } = layered(boxes.length, edges);
    place(boxes, layers, edges);
    const labels = edges.map((edge, index) => labelOf(edge, boxes, turned.has(index)));
    const right = Math.max(...boxes.map((box) => box.x + box.width), ...labels.map((label) => label.x + label.width / 2)) + 12;
    const left = Math.min(0, ...boxes.map((box) => box.x), ...labels.map((label) => label.x - label.width / 2)) - 12;
    const bottom = Math.max(...boxes.map((box) => box.y + box.height), ...labels.map((label) => label.y)) + 14;
    const most = Math.max(1, ...edges.map((edge) => edge.count));
    const svg = drawing('svg', { viewBox: `${left} -14 ${right - left} ${bottom + 14}`, width: right - left, height: bottom + 14, role: 'group', 'aria-label': `${counted(boxes.length, 'node')}, ${counted(edges.length, 'edge')}` },
        drawing('defs', {}, drawing('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' },
            drawing('path', { d: 'M0 0L8 4L0 8z', class: 'head' }))));
    const point = (text, from, to) => () => {
        told.textContent = text;
        for (const line of svg.querySelectorAll('.edge')) {
            line.classList.toggle('near', [from, to].includes(Number(line.dataset.from)) && (from === to ? true : Number(line.dataset.to) === to));
            if (from === to && Number(line.dataset.to) === from) line.classList.add('near');
        }
    };
    edges.forEach((edge, index) => {
        const text = `${boxes[edge.from].node.name} → ${boxes[edge.to].node.name}${edge.text ? `: ${edge.text}` : ''}${edge.detail ? ` (${edge.detail})` : ''}`;
        const at = point(text, edge.from, edge.to);
        svg.append(drawing('g', { class: 'edge', 'data-from': edge.from, 'data-to': edge.to, tabindex: 0, role: 'img', 'aria-label': text, onpointerenter: at, onfocus: at },
            drawing('path', { d: labels[index].path, class: 'touch' }),
            drawing('path', { d: labels[index].path, class: 'line', 'marker-end': 'url(#arrow)', 'stroke-width': edge.count ? 1 + 3 * Math.log1p(edge.count) / Math.log1p(most) : 1.5 }),
            edge.short && drawing('text', { x: labels[index].x, y: labels[index].y, 'text-anchor': 'middle' }, edge.short)));
    });
    boxes.forEach((box, index) => {
        const text = [box.node.name, box.node.detail].filter(Boolean).join(': ');
        const at = point(text, index, index);
        svg.append(drawing('g', { class: `node ${variant(box.node.tone)[0].toLowerCase()}`, tabindex: 0, role: 'img', 'aria-label': text, onpointerenter: at, onfocus: at },
            drawing('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 7 }),
            box.lines.map((line, row) => drawing('text', { x: box.x + box.width / 2, y: box.y + 19 + LINE * row, 'text-anchor': 'middle' }, line))));
    });
    return svg;
}

/** A text in lines of at most so many characters. */
function folded(text, most) {
    const lines = [''];
    for (const word of text.split(' ')) {
        const line = lines.at(-1);
        if (line && line.length + 1 + word.length > most) lines.push(cut(word, most));
        else lines[lines.length - 1] = cut(line ? `${line} ${word}` : word, most);
    }
    return lines;
}

/** Edges between the same two nodes as one, with all their texts. */
function joined(edges) {
    const known = new Map();
    for (const edge of edges) {
        const key = `${edge.from} ${edge.to}`;
        if (!known.has(key)) known.set(key, { from: edge.from, to: edge.to, parts: [], detail: '', count: 0 });
        const one = known.get(key);
        one.parts.push(edge.label && edge.count ? `${edge.label} ${number(edge.count)}` : edge.label || (edge.count ? number(edge.count) : ''));
        one.detail = [one.detail, edge.detail].filter(Boolean).join('; ');
        one.count += Number(edge.count ?? 0);
    }
    return [...known.values()].map((edge) => {
        const parts = edge.parts.filter(Boolean);
        const short = parts.length > 1 ? `${cut(parts[0], 18)} +${parts.length - 1}` : cut(parts[0] ?? '', 22);
        return { ...edge, text: parts.join(', '), short };
    });
}

/** The layer of each node, and the edges that are turned because they close a cycle. */
function layered(count, edges) {
    const out = Array.from({ length: count }, () => []);
    edges.forEach((edge, index) => { if (edge.from !== edge.to) out[edge.from].push(index); });
    const state = new Uint8Array(count);
    const turned = new Set();
    const order = [];
    const visit = (start) => {
        const stack = [[start, 0]];
        state[start] = 1;
        while (stack.length) {
            const [node, next] = stack.at(-1);
            if (next === out[node].length) {
                state[node] = 2;
                order.push(node);
                stack.pop();
                continue;
            }
            stack.at(-1)[1] += 1;
            const index = out[node][next];
            const to = edges[index].to;
            if (state[to] === 1) turned.add(index);
            else if (state[to] === 0) { state[to] = 1; stack.push([to, 0]); }
        }
    };
    const entered = new Set(edges.filter((edge) => edge.from !== edge.to).map((edge) => edge.to));
    for (let node = 0; node < count; node++) if (!entered.has(node)) visit(node);
    for (let node = 0; node < count; node++) if (state[node] === 0) visit(node);
    const layers = new Array(count).fill(0);
    for (const node of order.reverse()) {
        for (const index of out[node]) {
            if (!turned.has(index)) layers[edges[index].to] = Math.max(layers[edges[index].to], layers[node] + 1);
        }
    }
    return { layers, turned };
}

/** Sets the places of boxes: rows of a layer each, ordered by the mean place of their neighbours. */
function place(boxes, layers, edges) {
    const rows = [];
    layers.forEach((layer, node) => { (rows[layer] ??= []).push(node); });
    const near = boxes.map((_, node) => edges.filter((edge) => edge.from !== edge.to && (edge.from === node || edge.to === node))
        .map((edge) => (edge.from === node ? edge.to : edge.from)));
    const gap = 56;
    const spread = () => rows.forEach((row) => {
        const width = row.reduce((sum, node) => sum + boxes[node].width + gap, -gap);
        let x = -width / 2;
        for (const node of row) { boxes[node].x = x; x += boxes[node].width + gap; }
    });
    spread();
    const middle = (node) => boxes[node].x + boxes[node].width / 2;
    for (let round = 0; round < 8; round++) {
        for (const row of round % 2 ? [...rows].reverse() : rows) {
            const wanted = new Map(row.map((node) => [node, near[node].length
                ? near[node].reduce((sum, other) => sum + middle(other), 0) / near[node].length : middle(node)]));
            row.sort((one, other) => wanted.get(one) - wanted.get(other) || one - other);
        }
        spread();
    }
    let y = 0;
    for (const row of rows) {
        const height = Math.max(...row.map((node) => boxes[node].height));
        for (const node of row) boxes[node].y = y + (height - boxes[node].height) / 2;
        y += height + 64;
    }
    const left = Math.min(...boxes.map((box) => box.x));
    for (const box of boxes) box.x -= left;
}

/** The curve of an edge and the place of its text. */
function labelOf(edge, boxes, isTurned) {
    const [from, to] = [boxes[edge.from], boxes[edge.to]];
    const width = CHARACTER * edge.short.length;
    const [a, b] = [from.x + from.width / 2, to.x + to.width / 2];
    if (edge.from === edge.to) {
        const [x, y] = [from.x + from.width, from.y + from.height / 2];
        return { path: `M${x} ${y - 6}C${x + 38} ${y - 26} ${x + 38} ${y + 26} ${x} ${y + 6}`, x: x + 34 + width / 2, y: y + 4, width };
    }
    if (Math.abs(from.y + from.height / 2 - (to.y + to.height / 2)) < 30) {
        // Two of one layer: an arc below them, or above on the way back.
        const side = a < b ? 1 : -1;
        const y = side > 0 ? [from.y + from.height, to.y + to.height] : [from.y, to.y];
        const deep = (side > 0 ? Math.max(...y) : Math.min(...y)) + side * 34;
        return { path: `M${a} ${y[0]}C${a} ${deep} ${b} ${deep} ${b} ${y[1]}`, x: (a + b) / 2, y: deep - side * 6 + 4, width };
    }
    if (!isTurned && from.y < to.y) {
        const [y1, y2] = [from.y + from.height, to.y];
        return { path: `M${a} ${y1}C${a} ${y1 + 30} ${b} ${y2 - 30} ${b} ${y2}`, x: (a + b) / 2, y: (y1 + y2) / 2 + 4, width };
    }
    // Backwards: around the left side.
    const [x1, x2] = [from.x, to.x];
    const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2];
    const out = Math.min(x1, x2) - 40;
    return { path: `M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${x2} ${y2}`, x: out + 12, y: (y1 + y2) / 2 + 4, width };
}

/** Rows of counters that count steps, as a graph; null if there are none. */
function graphOfSteps(title, rows) {
    const steps = rows.filter(([counter, count]) => counter.step && Number(count) > 0);
    if (!steps.length) return null;
    const places = new Map();
    const node = (name) => {
        if (!places.has(name)) places.set(name, places.size);
        return places.get(name);
    };
    const edges = steps.map(([{ step }, count]) => ({ from: node(step.from), to: node(step.to), label: step.label, detail: '', count }));
    return { title, nodes: [...places.keys()].map((name) => ({ name, detail: '', tone: 'Plain' })), edges };
}
