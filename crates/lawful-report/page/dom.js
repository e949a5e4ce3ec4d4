// Elements. Texts become text nodes and attributes, never HTML: values of a law may be text of an attacker.

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element of HTML. Attributes named `on…` are listeners; those that are null or false are left out. */
function element(name, attributes, ...children) {
    return filled(document.createElement(name), attributes, children);
}

/** Makes an element of SVG. */
function drawing(name, attributes, ...children) {
    return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else made.setAttribute(name, value === true ? '' : String(value));
    }
    add(made, children);
    return made;
}

/** Adds children: elements, texts, lists of them; null and false are nothing. */
function add(parent, children) {
    for (const child of [children].flat(Infinity)) {
        if (child === null || child === undefined || child === false || child === '') continue;
        parent.append(child instanceof Node ? child : visible(String(child)));
    }
}

// Characters that are not seen, or that turn the text around them: control characters, marks of direction.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text in which each character is seen, those of control as Rust writes them. */
function visible(text) {
    return text.replace(UNSEEN, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** Whether the window is as narrow as that of a phone: the width that the style has too. */
const isNarrow = () => matchMedia('(max-width: 46rem)').matches;

const MOST_CHARACTERS = 2000;
const MOST_LINES = 24;

/** A text, of which the beginning is shown where it is long, with a button that shows the rest. */
function longText(text, marked = (part) => part) {
    let end = Math.min(text.length, MOST_CHARACTERS);
    for (let at = -1, lines = 0; (at = text.indexOf('\n', at + 1)) >= 0 && at < end;) if ((lines += 1) === MOST_LINES) end = at;
    // A little that is left takes less room than the button.
    if (text.length - end < 400) return marked(text);
    const whole = element('span', { class: 'long' });
    const button = element('button', { type: 'button', class: 'more', onclick: () => { fill(whole, marked(text)); whole.tabIndex = -1; whole.focus({ preventScroll: true }); } },
        `Show all ${number(text.length)} characters`);
    add(whole, [marked(text.slice(0, end)), '…', element('br'), button]);
    return whole;
}

let ids = 0;

/** An id that no other element has. */
const freshId = (name) => `${name}-${ids += 1}`;

/** Puts children in the place of those that are there. */
function fill(parent, ...children) {
    parent.replaceChildren();
    add(parent, children);
}

/** Text for those who hear the page alone. */
const unseen = (text) => element('span', { class: 'unseen' }, text);

/** Says a text to those who hear the page. */
function say(text) {
    document.getElementById('said').textContent = text;
}

/** A button that copies a text. */
function copyButton(text, what) {
    const button = element('button', { class: 'copy', type: 'button', 'data-copy': text, 'aria-label': `Copy ${what}` }, 'Copy');
    button.addEventListener('click', async () => {
        const copied = await copy(text);
        button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
        say(copied ? `Copied ${what}` : 'The text is selected: press Ctrl+C');
        if (copied) setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    return button;
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        // A page that was opened as a file may not use the clipboard in each browser.
        const field = element('textarea', { class: 'unseen', readonly: true });
        field.value = text;
        document.body.append(field);
        field.select();
        const copied = document.execCommand('copy');
        if (copied) field.remove();
        return copied;
    }
}

/** A line of text for a shell or a source, with a button that copies it. */
function copied(label, text) {
    return element('div', { class: 'copied' },
        element('span', { class: 'label' }, label), element('code', {}, longText(text)), copyButton(text, `the ${label.toLowerCase()} line`));
}

/** A section with a heading, which links can lead to. */
function section(id, title, ...children) {
    return element('section', { id, class: 'part', 'aria-labelledby': `${id}-title` },
        element('h2', { id: `${id}-title` }, title), children);
}
