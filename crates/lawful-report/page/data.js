// What the run told, as JSON in elements that do not run. `lawful-data`'s FORMAT.md describes summaries and pages.

const read = (id) => JSON.parse(document.getElementById(id).textContent);

const report = read('report');

/** Data of an entry, read when it is first wanted. */
const entryData = memorised((id) => read(`entry-${id}`));

/** Text of an entry's data in lower case, for a search of all there is. */
const entryText = memorised((id) => document.getElementById(`entry-${id}`).textContent.toLowerCase());

/** A text as it stands in that data: in JSON, where the characters that HTML or lines end at are escapes. */
const inData = (text) => JSON.stringify(text).slice(1, -1).replace(/[<>&\u007f\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const sources = memorised(() => read('sources'));

function memorised(make) {
    const known = new Map();
    return (key) => {
        if (!known.has(key)) known.set(key, make(key));
        return known.get(key);
    };
}

/** Name and content of a variant: an enum is a text, or an object with one member. */
function variant(value) {
    return typeof value === 'string' ? [value, null] : Object.entries(value)[0];
}

/** Contents of the blocks of a kind in a document. */
function blocksOf(document, kind) {
    return (document?.blocks ?? []).map(variant).filter(([name]) => name === kind).map(([, content]) => content);
}

/** A place, `file:line` or `file:line:column`, in its parts. */
function placed(place) {
    const found = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? '');
    return found ? { file: found[1], line: Number(found[2]) } : null;
}

/** The excerpt of the source that has a place in it. */
function excerpt(place) {
    const parts = placed(place);
    const excerpts = parts && Object.hasOwn(sources(), parts.file) ? sources()[parts.file] : [];
    const found = excerpts.find(({ first, lines }) => parts.line >= first && parts.line < first + lines.length);
    return found ? { ...parts, first: found.first, lines: found.lines } : null;
}
