// Ways through the page: addresses after `#`, keys, and the theme.

const KEYS = [
    ['/', 'search'], ['j, k or ↓, ↑', 'next row, previous row'], ['Enter', 'open the row'], ['u or Escape', 'back to all results'],
    ['n, p', 'next result, previous result'], ['← →', 'step in a schedule or a history, where the focus is'], ['t', 'theme: light, dark, or that of the system'], ['?', 'show these shortcuts'],
];

const keys = element('dialog', { id: 'keys', 'aria-label': 'Keyboard shortcuts' }, element('h2', {}, 'Keyboard shortcuts'),
    element('table', { class: 'plain' }, element('tbody', {}, KEYS.map(([key, text]) => element('tr', {}, element('td', {}, element('kbd', {}, key)), element('td', {}, text))))),
    element('form', { method: 'dialog' }, element('button', { type: 'submit' }, 'Close')));

const themes = ['auto', 'light', 'dark'];
const themeButton = element('button', { id: 'theme', type: 'button', onclick: () => setTheme(themes[(themes.indexOf(theme) + 1) % 3]) });
let theme = 'auto';

function setTheme(name) {
    theme = themes.includes(name) ? name : 'auto';
    document.documentElement.dataset.theme = theme;
    themeButton.textContent = { auto: '◐', light: '☀', dark: '☾' }[theme];
    themeButton.setAttribute('aria-label', `Theme: ${theme === 'auto' ? 'that of the system' : theme}`);
    themeButton.title = themeButton.getAttribute('aria-label');
    try { localStorage.setItem('lawful-theme', theme); } catch { /* A file may have no storage. */ }
}

function storedTheme() {
    try { return localStorage.getItem('lawful-theme'); } catch { return null; }
}

let lastEntry = null;
let lastScroll = 0;

/** Shows what the address says. */
function show() {
    const page = document.getElementById('page');
    // A report of one law begins with it.
    const isOnly = report.entries.length === 1 && location.hash === '';
    const found = /^#\/e\/(\d+)$/.exec(isOnly ? '#/e/0' : location.hash);
    const line = found && report.entries[Number(found[1])];
    if (overview.whole.isConnected) lastScroll = window.scrollY;
    if (line) {
        fill(page, shownEntry(line));
        document.title = line.name === report.title ? line.name : `${line.name} · ${report.title}`;
        lastEntry = line.id;
        window.scrollTo(0, 0);
        page.focus({ preventScroll: true });
    } else {
        fill(page, found ? element('p', { class: 'alert doubt' }, 'The report has no such result.') : null, overview.whole);
        document.title = report.title;
        window.scrollTo(0, lastScroll);
        if (lastEntry !== null) overview.focus(lastEntry);
    }
}

function textOf(line) {
    try {
        return entryData(line.id).report || line.headline;
    } catch {
        return line.headline;
    }
}

/** The page of an entry. One whose data this script does not understand is shown as text. */
function shownEntry(line) {
    try {
        return entryPage(line);
    } catch (error) {
        console.error(error);
        return element('article', { class: 'entry' }, element('nav', { class: 'way' }, element('a', { href: '#/' }, '‹ All results')), element('h1', {}, named(line.name)),
            element('p', { class: 'alert bad' }, `This result cannot be drawn (${error}). Its text:`), element('pre', {}, textOf(line)));
    }
}

function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || keys.open) return;
    const isOverview = overview.whole.isConnected;
    if (event.target.matches('input[type=search], textarea')) {
        if (event.key === 'Escape') {
            if (event.target === overview.search) overview.clear();
            event.target.blur();
        } else if (event.target === overview.search && ['Enter', 'ArrowDown'].includes(event.key)) {
            overview.move(1);
        } else return;
        event.preventDefault();
        return;
    }
    if (event.target.matches('select, input')) return;
    const goTo = (name) => () => document.querySelector(name)?.click();
    const back = () => { location.hash = '#/'; };
    const actions = {
        '?': () => keys.showModal(),
        t: () => themeButton.click(),
        '/': () => { if (!isOverview) back(); setTimeout(() => overview.search.focus()); },
        ...(isOverview
            ? { j: () => overview.move(1), k: () => overview.move(-1), ArrowDown: () => overview.move(1), ArrowUp: () => overview.move(-1), Escape: () => overview.clear() }
            : { u: back, Escape: back, n: goTo('.go-next'), p: goTo('.go-before') }),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    actions[event.key]();
    event.preventDefault();
}

document.getElementById('top').append(
    element('a', { class: 'home', href: '#/' }, 'Lawful'), element('span', { class: 'room' }),
    element('button', { type: 'button', 'aria-label': 'Keyboard shortcuts', title: 'Keyboard shortcuts (?)', onclick: () => keys.showModal() }, '⌨'), themeButton);
document.body.append(keys);
setTheme(storedTheme());
addEventListener('hashchange', show);
addEventListener('keydown', onKey);
show();
performance.mark('lawful-interactive');
