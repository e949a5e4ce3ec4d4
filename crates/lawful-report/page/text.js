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
    if (value >= 120e9) return `${number(Math.round(value / 60e9))} min`;
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
    // Texts that are long share their beginning and end at least; the middle is one difference.
    if (first.length * second.length > 250000) return [[element('del', {}, one)], [element('ins', {}, other)]];
    const common = commonParts(first, second);
    const marked = (all, kept, name) => runs(all, kept).map(([text, same]) => (same ? text : element(name, {}, text)));
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

/** Neighbouring parts that are alike in being kept or not, joined. */
function runs(all, kept) {
    const places = new Set(kept);
    const joined = [];
    all.forEach((text, index) => {
        const same = places.has(index);
        const last = joined.at(-1);
        if (last && last[1] === same) last[0] += text;
        else joined.push([text, same]);
    });
    return joined;
}
