// Controls that go through positions in order: buttons, a slider, and the keys of arrows.

/** Makes controls for positions 0 to `last`, and calls `show` with each. `more` adds buttons: their text, title and next position. */
function stepper(last, what, show, more = []) {
    let at = 0;
    const slider = element('input', { type: 'range', class: 'step-at', min: 0, max: last, value: 0, 'aria-label': what, oninput: () => go(Number(slider.value)) });
    const told = element('output', { class: 'step-told' });
    const button = (text, name, label, target) =>
        element('button', { type: 'button', class: `step ${name}`, 'aria-label': label, title: label, onclick: () => go(target()) }, text);
    const go = (to) => {
        at = Math.max(0, Math.min(last, to));
        slider.value = at;
        show(at);
    };
    const controls = element('div', { class: 'stepper' },
        button('|◀', 'step-first', 'First', () => 0),
        button('◀', 'step-back', 'Back', () => at - 1),
        button('▶', 'step-forward', 'Forward', () => at + 1),
        button('▶|', 'step-last', 'Last', () => last),
        more.map(({ text, label, next }) => element('button', { type: 'button', class: 'step', title: label, 'aria-label': label, onclick: () => go(next(at)) }, text)),
        slider, told);
    /** Takes the keys of arrows in an element. */
    const keysIn = (where) => where.addEventListener('keydown', (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
        if (event.target === slider && event.key.startsWith('Arrow')) return;
        if (event.key in steps) go(at + steps[event.key]);
        else if (event.key === 'Home') go(0);
        else if (event.key === 'End') go(last);
        else return;
        event.preventDefault();
    });
    return { controls, go, keysIn, told, get at() { return at; } };
}
