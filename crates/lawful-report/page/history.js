// Histories: a row for each client, calls as bars, and the longest order that explains them.

const CLIENT = 40;

/** A history that one can step through along its order. */
function historySection(history) {
    const { clients, calls, order, states, stuck } = history;
    const isConsistent = stuck.length === 0;
    const reasons = new Map(stuck);
    // Times of clocks in nanoseconds are beyond 2^53.
    const times = [...new Set(calls.flatMap((call) => [call.invoked, call.returned]).filter((time) => time !== null && time !== undefined).map(BigInt))].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    const rank = new Map(times.map((time, index) => [time, index]));
    const end = times.length;
    const place = new Map(order.map((call, index) => [call, index]));
    const text = (call) => `${call.call}${call.result === null || call.result === undefined ? '' : ` → ${call.result}`}`;
    const invoked = (call) => rank.get(BigInt(call.invoked));
    const returned = (call) => (call.returned === null || call.returned === undefined ? end : rank.get(BigInt(call.returned)));
    const places = placesOf(calls.map((call) => [invoked(call), returned(call), text(call).length]), end);
    const [left, wide] = [Math.min(isNarrow() ? 90 : 150, 16 + 8 * Math.max(...clients.map((name) => name.length), 2)), places[end] + 8];
    const start = (call) => places[invoked(call)] + 4;
    const stop = (call) => places[returned(call)] + 4;
    const top = (call) => 6 + CLIENT * call.client;
    const told = element('div', { class: 'told' });
    const groups = calls.map((call, index) => {
        const width = Math.max(8, stop(call) - start(call) - 3);
        const kind = reasons.has(index) ? 'stuck' : place.has(index) ? 'ordered' : 'outside';
        return drawing('g', { class: `call ${kind}`, onclick: () => choose(index), onpointerenter: () => tell(index) },
            drawing('title', {}, text(call)),
            drawing('rect', { x: start(call), y: top(call), width, height: CLIENT - 12, rx: 4 }),
            drawing('svg', { x: start(call), y: top(call), width: Math.max(0, width - 4), height: CLIENT - 12 },
                drawing('text', { x: 5, y: 18 }, text(call))));
    });
    // Points at which calls take effect: each as early as it can be in its call, and after the one before.
    let before = 0;
    const points = order.map((call, index) => {
        const x = Math.min(Math.max(start(calls[call]) + 5, before + 7), Math.max(start(calls[call]) + 5, stop(calls[call]) - 5));
        before = x;
        return [x, top(calls[call]) + CLIENT - 12, index];
    });
    const line = drawing('polyline', { class: 'order' });
    const dots = points.map(([x, y]) => drawing('circle', { class: 'effect', cx: x, cy: y, r: 4 }));
    const tall = CLIENT * clients.length + 12;
    const rows = clients.map((name, index) => drawing('line', { class: 'ground', x1: 0, x2: wide, y1: 6 + CLIENT * index + CLIENT - 12, y2: 6 + CLIENT * index + CLIENT - 12 }));
    // The names stay where they are while the calls are scrolled.
    const names = drawing('svg', { class: 'clients', width: left, height: tall, 'aria-hidden': 'true' }, clients.map((name, index) =>
        drawing('text', { class: 'client', x: 4, y: 24 + CLIENT * index }, drawing('title', {}, name), name)));
    const svg = drawing('svg', { width: wide, height: tall, viewBox: `0 0 ${wide} ${tall}`, role: 'img',
        'aria-label': `${counted(calls.length, 'call')} of ${counted(clients.length, 'client')}` }, rows, groups, line, dots);
    const pane = element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Calls over time: the arrow keys step along the order' },
        element('div', { class: 'scrolled' }, names, svg));
    const steps = stepper(order.length, 'Calls of the order', show);
    steps.keysIn(pane);
    const kind = history.in_real_time ? 'linearizable' : 'sequentially consistent';
    const whole = element('section', { class: 'history' }, element('h3', {}, 'history'),
        element('p', { class: 'hint' }, isConsistent
            ? `${counted(calls.length, 'call')}: ${kind}. The line goes through all calls in an order that explains what they returned.`
            : `${counted(calls.length, 'call')}: not ${kind}. The line goes through the longest order that was found; it explains ${counted(order.length, 'call')}. After them, none of the calls in red can come next.`),
        steps.controls, pane, told, listed());

    function show(at) {
        line.setAttribute('points', points.slice(0, at).map(([x, y]) => `${x},${y}`).join(' '));
        dots.forEach((dot, index) => {
            dot.classList.toggle('to-come', index >= at);
            dot.classList.toggle('current', index === at - 1);
        });
        groups.forEach((group, index) => {
            group.classList.toggle('done', place.has(index) && place.get(index) < at);
            group.classList.toggle('current', order[at - 1] === index);
        });
        const current = points[at - 1];
        if (current) pane.scrollLeft = Math.max(0, current[0] - (pane.clientWidth - left) / 2);
        steps.told.textContent = `${number(at)} of ${counted(order.length, 'call')}`;
        tell(order[at - 1] ?? null, at);
    }

    function choose(index) {
        if (place.has(index)) steps.go(place.get(index) + 1);
        else if (reasons.has(index)) steps.go(order.length);
        tell(index, place.has(index) ? undefined : order.length);
    }

    function tell(index, at = index === null ? 0 : place.get(index) + 1) {
        const call = index === null ? null : calls[index];
        const state = states[at];
        fill(told, call && [
            element('p', {}, element('b', {}, clients[call.client]), ' ', element('code', {}, rust(text(call))), call.returned === null ? ' (pending: it did not return)' : ''),
            reasons.has(index) && element('p', { class: 'bad' }, 'It cannot come next: ', reasons.get(index)),
            !reasons.has(index) && !place.has(index) && element('p', {}, 'It is not among the calls that the order explains.'),
        ], state !== undefined && element('p', {}, at === 0 ? 'Initial state: ' : 'State after it: ', element('code', {}, longText(state, rust))),
        at === order.length && !isConsistent && element('div', { class: 'stuck-told' }, element('p', {}, 'None of these can come next:'),
            element('ul', {}, stuck.map(([index, reason]) => element('li', {}, element('b', {}, clients[calls[index].client]), ' ', element('code', {}, rust(text(calls[index]))), element('pre', {}, reason))))));
    }

    function listed() {
        return element('details', {}, element('summary', {}, 'The order as a table'),
            element('table', { class: 'plain' }, element('thead', {}, element('tr', {}, ['', 'client', 'call', states.length > 0 && 'state after it'].filter((name) => name !== false).map((name) => element('th', {}, name)))),
                element('tbody', {}, order.map((call, index) => element('tr', {}, element('td', {}, index + 1), element('td', {}, clients[calls[call].client]),
                    element('td', {}, element('code', {}, text(calls[call]))), states.length > 0 && element('td', {}, element('code', {}, states[index + 1] ?? '')))))));
    }

    steps.go(isConsistent ? 0 : order.length);
    // Before it is in the page it has no width, and cannot be scrolled to the call.
    requestAnimationFrame(() => steps.go(steps.at));
    return whole;
}

/**
 * Places of all times, so that each call has room for its text, and no more: times in which nothing is called are near.
 * Spans are pairs of two times, by their number, and the length of a text. Long histories have texts that are cut off.
 */
function placesOf(spans, end) {
    const widest = spans.length > 40 ? 90 : 360;
    const widths = new Array(end).fill(spans.length > 40 ? 12 : 18);
    // The calls that span the fewest times come first: others have the room of those within them already.
    for (const [from, to, length] of [...spans].sort((one, other) => one[1] - one[0] - (other[1] - other[0]))) {
        const within = widths.slice(from, to);
        const missing = Math.min(widest, 16 + 7.3 * length) - within.reduce((sum, width) => sum + width, 0);
        if (missing > 0) for (let time = from; time < to; time++) widths[time] += missing / within.length;
    }
    const places = [0];
    for (const width of widths) places.push(places.at(-1) + width);
    return places;
}
