// Making elements and texts.

/** An element with attributes and children; texts are texts, whatever they hold. */
function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (value === true) element.setAttribute(key, "");
        else if (value !== false && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
}

/** The element with an id. */
const byID = (id) => document.getElementById(id);

/** Seconds as hours where there are some, minutes and seconds. */
function clockText(seconds) {
    const thousandths = Math.max(0, Math.round(seconds * 1000));
    const parts = [Math.floor(thousandths / 60000) % 60, Math.floor(thousandths / 1000) % 60];
    if (thousandths >= 3600000) parts.unshift(Math.floor(thousandths / 3600000));
    const fraction = String(thousandths % 1000).padStart(3, "0");
    return parts.map((part) => String(part).padStart(2, "0")).join(":") + "." + fraction;
}

/** A number with so many decimals; a dash where it is unknown. */
function numberText(value, decimals) {
    return Number.isFinite(value) ? value.toFixed(decimals).replace(/^-(?=0(\.0*)?$)/, "") : "–";
}

/** The color of a face, the same wherever it is shown. */
function faceColor(palette, id) {
    // A movie may have a face 0.
    return palette.at((id - 1) % palette.length);
}

/** `1 face`, `2 faces`. */
function countText(count, one, several = one + "s") {
    return count + " " + (count === 1 ? one : several);
}

/** A table's content: a caption, the heads of the columns, and rows that begin with their head. */
function fillTable(table, caption, heads, rows) {
    const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
    const body = rows.map(([first, ...cells]) =>
        make("tr", {}, make("th", { scope: "row" }, first),
            ...cells.map((cell, index) => make("td", { "data-label": heads[index + 1] }, cell))));
    table.classList.toggle("cards", heads.length > 3);
    table.replaceChildren(
        make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
}
