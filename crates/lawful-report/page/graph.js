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
    const told = element('p', { class: 'hint told' }, 'Point at a node or an edge, or focus it with Tab, for its details.');
    return element('section', { class: 'graph' }, element('h3', {}, graph.title || 'graph'),
        nodes.length === 0 ? element('p', { class: 'hint' }, 'It has no nodes.')
            : isKnot ? matrix(graph)
                : scrolledToRoot(picture(graph, told)),
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
        element('caption', { class: 'hint' }, 'From the row to the column.'),
        element('thead', {}, element('tr', {}, element('th'), nodes.map(({ name }) => element('th', { scope: 'col' }, element('span', {}, name))))),
        element('tbody', {}, nodes.map(({ name }, from) => element('tr', {}, element('th', { scope: 'row' }, name), nodes.map((_, to) => cell(from, to)))))));
}

/** A pane for a picture, which begins with its first node in sight. */
function scrolledToRoot({ svg, root }) {
    const pane = element('div', { class: 'scroll' }, svg);
    requestAnimationFrame(() => { pane.scrollLeft = root - pane.clientWidth / 2; });
    return pane;
}

const CHARACTER = 7.3;
const LINE = 17;

function picture(graph, told) {
    const boxes = graph.nodes.map((node) => {
        const lines = node.name.split('\n').flatMap((line) => folded(line, 34)).slice(0, 8);
        return { node, lines, width: 20 + CHARACTER * Math.max(2, ...lines.map((line) => line.length)), height: 12 + LINE * lines.length };
    });
    const edges = joined(graph.edges);
    layOut(boxes, edges);
    const drawn = edges.map((edge) => drawnEdge(edge, boxes));
    moveApart(drawn.filter((one) => one.width > 0));
    const right = Math.max(...boxes.map((box) => box.x + box.width), ...drawn.flatMap((one) => [one.x + one.width / 2, ...one.reach])) + 12;
    const left = Math.min(0, ...boxes.map((box) => box.x), ...drawn.flatMap((one) => [one.x - one.width / 2, ...one.reach])) - 12;
    const bottom = Math.max(...boxes.map((box) => box.y + box.height), ...drawn.map((one) => one.y)) + 14;
    const most = Math.max(1, ...edges.map((edge) => edge.count));
    const arrow = freshId('arrow');
    const svg = drawing('svg', { viewBox: `${left} -14 ${right - left} ${bottom + 14}`, width: right - left, height: bottom + 14, role: 'group', 'aria-label': `${counted(boxes.length, 'node')}, ${counted(edges.length, 'edge')}` },
        drawing('defs', {}, drawing('marker', { id: arrow, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: 'userSpaceOnUse', orient: 'auto' },
            drawing('path', { d: 'M0 0L8 4L0 8z', class: 'head' }))));
    const lines = [];
    // Texts come after all lines, so that no line runs through one.
    const texts = [];
    const point = (text, isNear) => () => {
        told.textContent = visible(text);
        lines.forEach((line, index) => line.classList.toggle('near', isNear(edges[index])));
    };
    edges.forEach((edge, index) => {
        const [from, to] = [boxes[edge.from].node.name, boxes[edge.to].node.name];
        const text = `${from} → ${to}${edge.text ? `: ${edge.text}` : ''}${edge.detail ? ` (${edge.detail})` : ''}`;
        const at = point(text, (other) => other === edge);
        const { path, x, y } = drawn[index];
        lines.push(drawing('g', { class: 'edge', tabindex: 0, role: 'img', 'aria-label': text, onpointerenter: at, onfocus: at },
            drawing('path', { d: path, class: 'touch' }),
            drawing('path', { d: path, class: 'line', 'marker-end': `url(#${arrow})`, 'stroke-width': edge.count ? 1 + 2.5 * Math.log1p(edge.count) / Math.log1p(most) : 1.5 })));
        if (edge.short) {
            const width = 6.8 * edge.short.length;
            texts.push(drawing('rect', { class: 'edge-ground', x: x - width / 2 - 2, y: y - 10, width: width + 4, height: 13 }),
                drawing('text', { class: 'edge-label', 'aria-hidden': 'true', x, y, 'text-anchor': 'middle' }, edge.short));
        }
    });
    add(svg, lines);
    add(svg, texts);
    boxes.forEach((box, index) => {
        const text = [box.node.name, box.node.detail].filter(Boolean).join(': ');
        const at = point(text, (edge) => edge.from === index || edge.to === index);
        svg.append(drawing('g', { class: `node tone-${variant(box.node.tone)[0].toLowerCase()}`, tabindex: 0, role: 'img', 'aria-label': text, onpointerenter: at, onfocus: at },
            drawing('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 7 }),
            box.lines.map((line, row) => drawing('text', { x: box.x + box.width / 2, y: box.y + 18 + LINE * row, 'text-anchor': 'middle' }, line))));
    });
    const root = boxes.reduce((first, box) => (box.y < first.y ? box : first));
    return { svg, root: root.x + root.width / 2 - left };
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
    const balance = new Array(count).fill(0);
    edges.forEach((edge, index) => {
        if (edge.from === edge.to) return;
        out[edge.from].push(index);
        balance[edge.from] += edge.count || 1;
        balance[edge.to] -= edge.count || 1;
    });
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
    // Walks are counted where they go, so the node that is left more often than it is entered is where they begin.
    const entered = new Set(edges.filter((edge) => edge.from !== edge.to).map((edge) => edge.to));
    const starts = balance.map((_, node) => node).sort((one, other) => entered.has(one) - entered.has(other) || balance[other] - balance[one] || one - other);
    for (const node of starts) if (state[node] === 0) visit(node);
    const layers = new Array(count).fill(0);
    for (const node of order.reverse()) {
        for (const index of out[node]) {
            if (!turned.has(index)) layers[edges[index].to] = Math.max(layers[edges[index].to], layers[node] + 1);
        }
    }
    return { layers, turned };
}

const GAP = 48;
const BETWEEN = 86;

/** Sets the places of boxes, and the bends of edges that pass through layers: each has a box without a text there. */
function layOut(boxes, edges) {
    const { layers, turned } = layered(boxes.length, edges);
    const all = boxes.map((box, index) => Object.assign(box, { layer: layers[index], near: [], room: 0 }));
    for (const edge of edges) if (edge.from === edge.to) boxes[edge.from].room = 30 + 6.8 * edge.short.length;
    const link = (one, other) => { one.near.push(other); other.near.push(one); };
    edges.forEach((edge, index) => {
        edge.isTurned = turned.has(index);
        edge.bends = [];
        const [top, bottom] = edge.isTurned ? [boxes[edge.to], boxes[edge.from]] : [boxes[edge.from], boxes[edge.to]];
        if (top === bottom) return;
        let before = top;
        for (let layer = top.layer + 1; layer < bottom.layer; layer++) {
            const bend = { layer, width: Math.min(170, 14 + 6.8 * edge.short.length), height: 0, near: [], room: 0 };
            all.push(bend);
            edge.bends.push(bend);
            link(before, bend);
            before = bend;
        }
        link(before, bottom);
        if (edge.isTurned) edge.bends.reverse();
    });
    const rows = [];
    for (const box of all) (rows[box.layer] ??= []).push(box);
    const middle = (box) => box.x + box.width / 2;
    const mean = (box, side) => {
        const near = box.near.filter((other) => side === 0 || Math.sign(other.layer - box.layer) === side);
        return near.length ? near.reduce((sum, other) => sum + middle(other), 0) / near.length : middle(box);
    };
    const spread = (row) => {
        let x = -(row.reduce((sum, box) => sum + box.width + box.room + GAP, -GAP)) / 2;
        for (const box of row) { box.x = x; x += box.width + box.room + GAP; }
    };
    rows.forEach(spread);
    // Orders first, then places: each box near the mean of its neighbours, as far as those beside it let it.
    for (let round = 0; round < 10; round++) {
        const side = round % 2 ? 1 : -1;
        for (const row of side < 0 ? rows : [...rows].reverse()) {
            const wanted = new Map(row.map((box) => [box, mean(box, side)]));
            row.sort((one, other) => wanted.get(one) - wanted.get(other));
            spread(row);
        }
    }
    for (let round = 0; round < 12; round++) {
        for (const row of round % 2 ? [...rows].reverse() : rows) {
            const wanted = row.map((box) => mean(box, 0) - box.width / 2);
            row.forEach((box, index) => {
                const low = index ? row[index - 1].x + row[index - 1].width + row[index - 1].room + GAP : -Infinity;
                const high = index + 1 < row.length ? row[index + 1].x - GAP - box.room - box.width : Infinity;
                box.x = Math.max(low, Math.min(Math.max(low, high), wanted[index]));
            });
        }
    }
    let y = 0;
    for (const row of rows) {
        const height = Math.max(...row.map((box) => box.height), 20);
        for (const box of row) box.y = y + (height - box.height) / 2;
        y += height + BETWEEN;
    }
    const left = Math.min(...all.map((box) => box.x));
    for (const box of all) box.x -= left;
    const known = new Set(edges.map((edge) => `${edge.from} ${edge.to}`));
    // Two edges that go both ways stand apart.
    for (const edge of edges) edge.aside = known.has(`${edge.to} ${edge.from}`) ? (edge.isTurned ? -1 : 1) * 16 : 0;
}

/** The curve of an edge, how far it reaches to both sides, and the place of its text. */
function drawnEdge(edge, boxes) {
    const [from, to] = [boxes[edge.from], boxes[edge.to]];
    const width = 6.8 * edge.short.length;
    if (from === to) {
        const [x, y] = [from.x + from.width, from.y + from.height / 2];
        return { path: `M${x} ${y - 6}C${x + 34} ${y - 26} ${x + 34} ${y + 26} ${x} ${y + 6}`, x: x + 32 + width / 2, y: y + 4, width, reach: [x + 30] };
    }
    const down = edge.isTurned ? -1 : 1;
    const center = (box) => Math.max(box.x + 8, Math.min(box.x + box.width - 8, box.x + box.width / 2 + edge.aside));
    const points = [
        [center(from), down > 0 ? from.y + from.height : from.y],
        ...edge.bends.map((bend) => [bend.x + bend.width / 2, bend.y]),
        [center(to), down > 0 ? to.y : to.y + to.height],
    ];
    let path = `M${points[0].join(' ')}`;
    for (let index = 1; index < points.length; index++) {
        const [[x1, y1], [x2, y2]] = [points[index - 1], points[index]];
        const half = (y2 - y1) / 2;
        path += `C${x1} ${y1 + half} ${x2} ${y2 - half} ${x2} ${y2}`;
    }
    const at = edge.bends.length ? points[Math.ceil(edge.bends.length / 2)] : [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2];
    // Texts of edges beside each other are not all at one height.
    const y = at[1] + 4 + (edge.aside ? down * 9 : 0);
    return { path, x: at[0] + Math.sign(edge.aside) * width / 2, y, width, reach: points.map(([x]) => x) };
}

/** Moves texts that lie on each other down. */
function moveApart(texts) {
    texts.sort((one, other) => one.y - other.y || one.x - other.x);
    texts.forEach((text, index) => {
        const isUnder = (before) => Math.abs(before.x - text.x) < (before.width + text.width) / 2 + 10 && Math.abs(before.y - text.y) < 13;
        // Below one text there may be another, which was moved there.
        for (let over; (over = texts.slice(0, index).find(isUnder));) text.y = over.y + 14;
    });
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
