// Schedules: events in their order, a lane for each task, happens-before, and the source of each event.

const ROW = 30;

/** A trace that one can step through. Returns the section, with a function that goes to the event of a label. */
function schedule(trace) {
    const { tasks, events } = trace;
    const colour = (task) => `task-${task % 8}`;
    const list = element('ol', { class: 'events' });
    const source = element('div', { class: 'source', 'aria-live': 'off' });
    const standing = element('ul', { class: 'tasks' });
    const rows = events.map((event, index) => element('li', {
        class: `event ${colour(event.task)}${event.switched ? ' switched' : ''}`, id: null,
        onclick: () => steps.go(index), onpointerenter: () => follow(index), onpointerleave: () => follow(null),
    },
    element('span', { class: 'what' },
        event.switched && element('span', { class: 'switch' }, 'switch'),
        event.label && element('span', { class: 'event-label' }, event.label), ' ',
        element('b', { class: 'task' }, tasks[event.task].name), ' ', event.text),
    // The directories are the same for most events, and would push the line out of sight.
    event.place && element('code', { class: 'place', title: event.place }, event.place.split(/[\\/]/).at(-1))));
    add(list, rows);
    let shown = events.length - 1;
    const steps = stepper(Math.max(0, events.length - 1), 'Event of the schedule', show, trace.switches > 0 ? [
        { text: '⇤ switch', label: 'Previous context switch', next: (at) => last(events.slice(0, at), (event) => event.switched, at) },
        { text: 'switch ⇥', label: 'Next context switch', next: (at) => first(events, at, (event) => event.switched) },
    ] : []);
    const lanes = lanesOf(trace, colour);
    const viewer = element('div', { class: 'viewer', tabindex: 0, role: 'group', 'aria-label': 'Events: the arrow keys step through them' },
        element('div', { class: 'scrolled' }, lanes, list));
    const beside = element('div', { class: 'beside' }, standing, source);
    const whole = element('section', { class: 'schedule' }, element('h3', {}, 'schedule'),
        element('p', { class: 'hint' }, `${counted(events.length, 'event')} of ${counted(tasks.length, 'task')}, ${counted(trace.switches, 'context switch', 'context switches')}. `,
            'Point at an event, or step to it with the arrow keys, to see what happened before it (‹) and after it (›); the rest is concurrent.'),
        steps.controls, element('div', { class: 'panes' }, viewer, beside));
    steps.keysIn(viewer);
    viewer.addEventListener('keydown', () => follow(steps.at));
    viewer.addEventListener('blur', () => follow(null));
    if (events.length === 0) return { whole: element('section', { class: 'schedule' }, element('h3', {}, 'schedule'), element('p', {}, 'It has no events.')), goTo: () => false };

    function show(at) {
        // Only what lies between the last position and this one changes: schedules may have thousands of events.
        const before = shown;
        shown = at;
        for (let index = Math.min(before, at) + 1; index <= Math.max(before, at); index++) rows[index].classList.toggle('to-come', index > at);
        rows[before]?.removeAttribute('aria-current');
        rows[at].setAttribute('aria-current', 'step');
        lanes.show(before, at);
        const row = rows[at];
        const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
        if (top < viewer.scrollTop + 40) viewer.scrollTop = Math.max(0, top - 60);
        else if (bottom > viewer.scrollTop + viewer.clientHeight - 40) viewer.scrollTop = bottom - viewer.clientHeight + 60;
        const event = events[at];
        steps.told.textContent = `event ${number(at + 1)} of ${number(events.length)}`;
        viewer.setAttribute('aria-description', `${tasks[event.task].name}: ${event.text}`);
        // A task that waits, ends or panics is where it was last.
        const placed = lastUntil(at, (other) => other.task === event.task && other.place);
        fill(source, sourceOf(placed?.place));
        fill(standing, tasks.map((task, index) => {
            const standingEvent = lastUntil(at, (event) => event.task === index);
            return element('li', { class: `${colour(index)}${event.task === index ? ' runs' : ''}` },
                element('b', { class: 'task' }, task.name), ' ', element('span', {}, standingOf(standingEvent, at, task)));
        }));
    }

    /** The last event that meets a condition, of those up to a position. */
    function lastUntil(at, is) {
        while (at >= 0 && !is(events[at])) at -= 1;
        return events[at];
    }

    function standingOf(event, at, task) {
        if (!event) return 'not started';
        if (at === events.length - 1) {
            const [end, text] = variant(task.end);
            if (end === 'Panicked') return `panicked: ${text}`;
            if (end === 'Waits') return `waits for ever: ${text}`;
            if (end === 'Exited') return `exited: ${text}`;
        }
        return event.text;
    }

    /** Marks what happened before and after an event, by their vector clocks. */
    function follow(index) {
        const chosen = events[index];
        rows.forEach((row, other) => {
            const isOther = chosen !== undefined && other !== index;
            const before = isOther && precedes(events[other], chosen);
            const after = isOther && precedes(chosen, events[other]);
            row.classList.toggle('before', before);
            row.classList.toggle('after', after);
            row.classList.toggle('concurrent', isOther && !before && !after);
            row.classList.toggle('chosen', chosen !== undefined && other === index);
        });
    }

    steps.go(events.length - 1);
    // Before it is in the page it has no height, and cannot be scrolled to the event.
    requestAnimationFrame(() => steps.go(steps.at));
    return {
        whole,
        goTo(label, andTo) {
            const at = events.findIndex((event) => event.label === label);
            if (at < 0) return false;
            const end = andTo ? events.findIndex((event) => event.label === andTo) : at;
            rows.forEach((row, index) => row.classList.toggle('marked', index >= at && index <= Math.max(at, end) && (index === at || events[index].label !== '')));
            steps.go(at);
            whole.scrollIntoView({ block: 'nearest' });
            return true;
        },
    };
}

const first = (events, at, is) => { const found = events.findIndex((event, index) => index > at && is(event)); return found < 0 ? at : found; };
const last = (events, is, otherwise) => { const found = events.findLastIndex(is); return found < 0 ? otherwise : found; };

/** Returns whether an event happened before another. */
function precedes(one, other) {
    const own = one.clock[one.task] ?? 0;
    return own > 0 && (other.clock[one.task] ?? 0) >= own;
}

/** Lanes of the tasks, with an arrow from each event to those that come from it. */
function lanesOf({ tasks, events }, colour) {
    // Many lanes are narrow, so that the texts of the events are seen beside them.
    const lane = Math.max(3, Math.min(26, 170 / tasks.length));
    const [wide, tall] = [lane * tasks.length + 6, ROW * events.length];
    const x = (task) => lane * task + lane / 2 + 3;
    const y = (index) => ROW * index + ROW / 2;
    const lives = tasks.map((_, task) => {
        const own = events.flatMap((event, index) => (event.task === task ? [index] : []));
        return own.length > 0 && drawing('line', { class: `life ${colour(task)}`, x1: x(task), x2: x(task), y1: y(own[0]), y2: y(own.at(-1)) });
    });
    const runs = events.map((event, index) => {
        const before = events[index - 1];
        return before && before.task !== event.task && drawing('path', {
            class: `turn${event.switched ? ' switched' : ''}`, d: `M${x(before.task)} ${y(index - 1)}C${x(before.task)} ${y(index) - 8} ${x(event.task)} ${y(index - 1) + 8} ${x(event.task)} ${y(index)}`,
        });
    });
    const head = freshId('arrow-from');
    const arrows = events.map((event, index) => {
        const from = events[event.from ?? -1];
        return from && from.task !== event.task && drawing('path', { class: 'from', 'marker-end': `url(#${head})`, d: `M${x(from.task)} ${y(event.from)}L${x(event.task)} ${y(index)}` });
    });
    const dots = events.map((event, index) => drawing('circle', { class: `dot ${colour(event.task)} ${variant(event.kind)[0].toLowerCase()}`, cx: x(event.task), cy: y(index), r: event.switched ? 7 : 5 },
        drawing('title', {}, `${tasks[event.task].name}: ${event.text}`)));
    const made = drawing('svg', { class: 'lanes', width: wide, height: tall, viewBox: `0 0 ${wide} ${tall}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        drawing('defs', {}, drawing('marker', { id: head, viewBox: '0 0 8 8', refX: 11, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' }, drawing('path', { d: 'M0 0L8 4L0 8z', class: 'from-head' }))),
        lives, runs, arrows, dots);
    made.show = (before, at) => {
        for (let index = Math.min(before, at) + 1; index <= Math.max(before, at); index++) dots[index].classList.toggle('to-come', index > at);
        dots[before]?.classList.remove('current');
        dots[at].classList.add('current');
    };
    return made;
}

/** Lines of source around a place. */
function sourceOf(place) {
    if (!place) return element('p', { class: 'hint' }, 'No source line is known of this task yet.');
    const found = excerpt(place);
    if (!found) return element('p', { class: 'hint' }, element('code', {}, place), ': the source was not there when the report was written.');
    return [element('div', { class: 'file' }, `${found.file}:${found.line}`), sourceLines(found)];
}

function sourceLines({ first, lines, line }) {
    // The lines of other places of the file may be far away.
    const [low, high] = [Math.max(first, line - 8), Math.min(first + lines.length - 1, line + 8)];
    return element('pre', { class: 'lines' }, lines.slice(low - first, high - first + 1).map((text, index) => {
        const at = low + index;
        return element('span', { class: at === line ? 'line current' : 'line', 'aria-current': at === line ? 'true' : null }, element('span', { class: 'line-number' }, String(at).padStart(4)), '  ', rust(text));
    }));
}
