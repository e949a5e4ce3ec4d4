// What is wrong with the page that is shown, found inside of it. `browser.py` puts this before each script that it runs.

const audit = (() => {
    /** Whether an element takes room, and is not hidden from eyes on purpose. */
    const isVisible = (element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    };

    /** Describes an element for a message. */
    const told = (element) => {
        const classes = typeof element.className === 'string' ? element.className : element.className.baseVal;
        const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
        return `${element.localName}${element.id ? `#${element.id}` : ''}${classes ? `.${classes.trim().replace(/\s+/g, '.')}` : ''} "${text}"`;
    };

    const all = (selector) => [...document.querySelectorAll(selector)];

    /** Opens what is folded, so that the other functions see it. */
    const unfold = () => all('#page details').forEach((details) => { details.open = true; });

    // Words that a program shows by mistake. A value of a law may have them as well, so they may be where its data has them.

    const MISTAKES = /\bundefined\b|\[object \w+\]|\bNaN\b/g;

    function mistakes(id) {
        const data = id === null ? document.getElementById('report').textContent : document.getElementById(`entry-${id}`).textContent + document.getElementById('report').textContent;
        const found = [];
        const look = (text, where) => {
            for (const [word] of text.matchAll(MISTAKES)) {
                if (!data.includes(word)) found.push(`${word} in ${where}: ${text.slice(0, 80)}`);
            }
        };
        look(document.getElementById('page').textContent, 'the text');
        look(document.title, 'the title');
        for (const element of all('#page *')) {
            for (const { name, value } of element.attributes) {
                if (element instanceof SVGElement && !['aria-label', 'class'].includes(name)) {
                    if (/NaN|undefined|Infinity/.test(value)) found.push(`${name}="${value.slice(0, 60)}" of ${told(element)}`);
                } else look(value, `${name} of ${element.localName}`);
            }
        }
        return found;
    }

    /** Elements that the script of the page never makes, and links that lead out of it. */
    function intruders() {
        const found = all('iframe, object, embed, base, meta[http-equiv=refresh], audio, video, link:not([rel=icon])').map(told);
        const scripts = all('script:not([type="application/json"])');
        if (scripts.length !== 1) found.push(`${scripts.length} scripts`);
        for (const image of all('img')) if (!image.closest('.picture') || !image.src.startsWith('data:image/svg+xml')) found.push(told(image));
        for (const link of all('a')) if (!(link.getAttribute('href') ?? '').startsWith('#/')) found.push(`link to ${link.getAttribute('href')}`);
        for (const element of all('*')) {
            for (const { name } of element.attributes) if (name.startsWith('on')) found.push(`${name} of ${told(element)}`);
        }
        if (window.hacked !== undefined) found.push('window.hacked is set');
        return found;
    }

    // Accessibility.

    function name(element) {
        const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
        const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
        const isField = element.matches('input, select, textarea');
        return (element.getAttribute('aria-label') || by || labels || (isField ? '' : element.textContent) || element.getAttribute('title') || '').trim();
    }

    const nameless = () => all('button, input, select, textarea, a, summary, dialog, img, [tabindex="0"], [role=img], [role=group], svg')
        .filter((element) => isVisible(element) && !element.closest('[aria-hidden=true]'))
        .filter((element) => !element.matches('svg') || !element.closest('[role]') === false)
        .filter((element) => !(element.matches('img') ? element.alt : name(element)))
        .map(told);

    /** Headings that are out of order: one of the first level at the beginning, and no level left out. */
    function headings() {
        const found = [];
        const shown = all('h1, h2, h3, h4, h5, h6').filter((heading) => heading.checkVisibility());
        const levels = shown.map((heading) => Number(heading.localName[1]));
        if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1) found.push(`levels of headings begin with ${levels.slice(0, 4)}`);
        shown.forEach((heading, index) => {
            if (heading.textContent.trim() === '') found.push(`empty ${told(heading)}`);
            if (index > 0 && levels[index] > levels[index - 1] + 1) found.push(`h${levels[index]} after h${levels[index - 1]}: ${told(heading)}`);
        });
        const ids = all('[id]').map((element) => element.id);
        for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`two elements have the id ${id}`);
        return found;
    }

    // Contrast, as the Web Content Accessibility Guidelines 2.2 define it. Colours are asked of a canvas, which knows all notations.

    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const colours = new Map();

    function colour(text) {
        if (!colours.has(text)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = text;
            canvas.fillRect(0, 0, 1, 1);
            const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
            colours.set(text, [red, green, blue, alpha / 255]);
        }
        return colours.get(text);
    }

    const over = ([r1, g1, b1, a], [r2, g2, b2]) => [r1 * a + r2 * (1 - a), g1 * a + g2 * (1 - a), b1 * a + b2 * (1 - a), 1];

    /** The colour behind an element: the grounds of it and its ancestors, the last on top. */
    function ground(element) {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            if (at instanceof SVGElement) {
                // A text on a shape of its group stands on that shape.
                const box = element.getBoundingClientRect();
                const shapes = [...(at.parentElement?.children ?? [])].filter((one) => one.localName === 'rect' && one !== element);
                const under = shapes.filter((one) => { const other = one.getBoundingClientRect(); return other.left <= box.left + 1 && other.right >= Math.min(box.right, box.left + 4) - 1 && other.top <= box.top + box.height / 2 && other.bottom >= box.top + box.height / 2; });
                for (const one of under.reverse()) {
                    const style = getComputedStyle(one);
                    const [red, green, blue, alpha] = style.fill === 'none' ? [0, 0, 0, 0] : colour(style.fill);
                    layers.push([red, green, blue, alpha * style.fillOpacity * style.opacity]);
                }
            } else layers.push(colour(getComputedStyle(at).backgroundColor));
        }
        const canvasColour = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
        return layers.reverse().reduce((below, layer) => over(layer, below), canvasColour);
    }

    function opacity(element) {
        let product = 1;
        for (let at = element; at; at = at.parentElement) product *= getComputedStyle(at).opacity;
        return product;
    }

    function luminance([red, green, blue]) {
        const [r, g, b] = [red, green, blue].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    /** Texts whose contrast is too low, and the number of texts that were looked at. */
    function contrasts(least) {
        const found = new Map();
        let count = 0;
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            const element = text.parentElement;
            if (text.data.trim() === '' || element.closest('script, style, noscript, title, desc') || !isVisible(element)) continue;
            count += 1;
            const style = getComputedStyle(element);
            const below = ground(element);
            const [red, green, blue, alpha] = colour(element instanceof SVGElement ? style.fill : style.color);
            const above = over([red, green, blue, alpha * opacity(element)], below);
            const [light, dark] = [luminance(above), luminance(below)].sort((one, other) => other - one);
            const contrast = (light + 0.05) / (dark + 0.05);
            if (contrast >= least) continue;
            const key = told(element).replace(/ ".*/, '') + ` in ${told(element.parentElement).replace(/ ".*/, '')}`;
            if (!found.has(key)) found.set(key, `${contrast.toFixed(2)} for "${text.data.trim().slice(0, 30)}", ${key}, rgb(${above.slice(0, 3).map(Math.round)}) on rgb(${below.slice(0, 3).map(Math.round)})`);
        }
        return { count, found: [...found.values()] };
    }

    /** Elements that make the page wider than the window. */
    function wide() {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width && document.body.scrollWidth <= width) return [];
        const scrolls = (element) => { for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (getComputedStyle(at).overflowX !== 'visible') return true; return false; };
        const guilty = all('body *').filter((element) => element.getBoundingClientRect().right > width + 1 && !scrolls(element));
        return [`the page is ${document.documentElement.scrollWidth} px wide in a window of ${width}: ${guilty.slice(-3).map(told).join('; ') || 'no element'}`];
    }

    return { all, unfold, mistakes, intruders, nameless, headings, contrasts, wide, told, isVisible };
})();
