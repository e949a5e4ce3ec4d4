// Numbers, times and code as text.

/** A whole number with groups of digits. Those beyond 2^53 are texts in the data. */
function number(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 test`, `2 tests`. */
function counted(count, one, several = `${one}s`) {
    return `${number(count)} ${String(count) === '1' ? one : several}`;
}

/** A time in nanoseconds with the unit that fits. */
function time(nanoseconds) {
    const units = [['s', 1e9], ['ms', 1e6], ['µs', 1e3]];
    const value = Number(nanoseconds);
    const seconds = Math.floor(value / 1e9);
    if (seconds >= 3600) return `${number(Math.floor(seconds / 3600))} h ${Math.floor(seconds % 3600 / 60)} min`;
    if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    const [unit, size] = units.find(([, size]) => value >= size) ?? ['ns', 1];
    const amount = value / size;
    return `${amount >= 100 ? number(Math.round(amount)) : Number(amount.toPrecision(2))} ${unit}`;
}

/** A share in per cent, with the digits that it takes not to look like none or all. */
function percent(part, whole) {
    if (!(whole > 0)) return '0 %';
    const share = 100 * part / whole;
    if (share === 0 || share === 100) return `${share} %`;
    if (share > 99) return `${Math.min(share, 99.9).toFixed(1)} %`;
    return share < 1 ? `${share.toPrecision(1)} %` : share < 10 ? `${share.toFixed(1)} %` : `${Math.round(share)} %`;
}

/** A text that is cut where it gets long. */
function cut(text, most) {
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const RUST = /(\/\/[^\n]*)|(b?"(?:[^"\\]|\\[^])*"|b?'(?:[^'\\\n]|\\[^'\n]{1,10}|\\')')|\b(\d[\w.]*)\b|\b(as|async|await|break|const|continue|else|enum|extern|false|fn|for|if|impl|in|let|loop|match|mod|move|mut|pub|ref|return|self|Self|static|struct|super|trait|true|type|unsafe|use|where|while|dyn)\b|([a-z_]\w*!)/g;

/** Code of Rust with its comments, texts, numbers and words of the language marked. Long texts stay as they are. */
function rust(code) {
    if (code.length > 20000) return [code];
    const parts = [];
    let last = 0;
    for (const found of code.matchAll(RUST)) {
        const kind = ['comment', 'text', 'number', 'word', 'macro'][found.slice(1).findIndex((part) => part !== undefined)];
        parts.push(code.slice(last, found.index), element('span', { class: `rust-${kind}` }, found[0]));
        last = found.index + found[0].length;
    }
    parts.push(code.slice(last));
    return parts;
}

/** Marks the parts in which two texts differ: those of the first with `del`, those of the second with `ins`. */
function differing(one, other) {
    const parts = (text) => text.match(/\w+|\s+|[^\w\s]/g) ?? [];
    const [first, second] = [parts(one), parts(other)];
    const shorter = Math.min(first.length, second.length);
    let start = 0;
    while (start < shorter && first[start] === second[start]) start += 1;
    let end = 0;
    while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end)) end += 1;
    const middle = (all) => all.slice(start, all.length - end);
    const [here, there] = [middle(first), middle(second)];
    // Where the texts have little in common, what lies between their common beginning and end is one difference.
    const common = here.length * there.length > 250000 ? [] : commonParts(here, there);
    const marked = (all, inMiddle, name) => {
        const kept = new Set(inMiddle.map((index) => start + index));
        const isKept = (_, index) => index < start || index >= all.length - end || kept.has(index);
        const joined = runs(all, isKept);
        return joined.map(([text, same], index) => (same ? shortened(text, index > 0, index + 1 < joined.length) : element(name, {}, longText(text))));
    };
    return [marked(first, common.map(([index]) => index), 'del'), marked(second, common.map(([, index]) => index), 'ins')];
}

/** The longest common subsequence, as pairs of places. */
function commonParts(first, second) {
    const width = second.length + 1;
    const lengths = new Uint32Array((first.length + 1) * width);
    for (let i = first.length - 1; i >= 0; i--) {
        for (let j = second.length - 1; j >= 0; j--) {
            lengths[i * width + j] = first[i] === second[j]
                ? 1 + lengths[(i + 1) * width + j + 1]
                : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
        }
    }
    const pairs = [];
    for (let i = 0, j = 0; i < first.length && j < second.length;) {
        if (first[i] === second[j]) pairs.push([i++, j++]);
        else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++;
        else j++;
    }
    return pairs;
}

const AROUND = 80;

/** A text that two texts share, without its middle where it is long: only what is beside a difference says something. */
function shortened(text, isAfter, isBefore) {
    const [head, tail] = [isAfter ? AROUND : AROUND / 2, isBefore ? AROUND : AROUND / 2];
    if (text.length <= head + tail + 40) return text;
    return `${text.slice(0, head)} … ${text.slice(-tail)}`;
}

/** Neighbouring parts that are alike in being kept or not, joined. */
function runs(all, isKept) {
    const joined = [];
    all.forEach((text, index) => {
        const same = isKept(text, index);
        const last = joined.at(-1);
        if (last && last[1] === same) last[0] += text;
        else joined.push([text, same]);
    });
    return joined;
}
