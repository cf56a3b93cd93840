// Where the labels of boxes stand: the rule of `LabelLayout` in the module FaceOverlay.

/** Labels at most; of more boxes those with the least ids have one. */
const labelLimit = 128;
const labelSides = 14;

/** Places the labels of one frame after the other; each keeps its side of its box. */
class LabelLayout {
    constructor() {
        /** In which of its places each label stood. */
        this.slots = new Map();
    }

    /**
     * The places of labels, which lie inside and not over each other, in the order of their ids.
     *
     * `items` have an `id`, a `box` and `sizes`, the best one first; rectangles are `{ x, y, width, height }`.
     */
    place(items, bounds, obstacles, gap, step) {
        const seen = items.map((item) => ({ ...item, box: intersection(item.box, bounds) }))
            .filter(({ box }) => box).sort((a, b) => a.id - b.id).slice(0, labelLimit);
        const room = { bounds, taken: [...obstacles], boxes: seen.map(({ box }) => box), step };
        const slots = new Map();
        const placements = [];
        seen.forEach((item, index) => {
            const slot = this.slot(item, index, gap, room);
            if (!slot) return;
            room.taken.push(slot.rect);
            slots.set(item.id, slot.number);
            placements.push({ id: item.id, choice: slot.choice, rect: slot.rect });
        });
        this.slots = slots;
        return placements;
    }

    /** The first place that has room; one before the last place only where it has room to spare. */
    slot(item, index, gap, room) {
        const last = this.slots.get(item.id) ?? 0;
        for (let number = 0; number < 2 * item.sizes.length * labelSides; number++) {
            const pass = Math.floor(number / labelSides);
            const choice = pass % item.sizes.length;
            const avoidsBoxes = pass < item.sizes.length;
            const side = number % labelSides;
            const isInside = side === 6 || side === 7;
            if (avoidsBoxes && isInside) continue;
            const size = item.sizes[choice];
            const rect = labelRect(side, item.box, size, gap, room);
            const margin = number < last && !isInside ? size.height / 2 : 0;
            if (!isFree(rect, room, margin)) continue;
            const covers = (box, other) => other !== index && overlap(rect, box, margin);
            if (avoidsBoxes && room.boxes.some(covers)) continue;
            return { number, choice, rect };
        }
        return null;
    }
}

/** Where a label is on a side of its box. */
function labelRect(side, box, { width, height }, gap, { bounds, step }) {
    const clamped = (value, low, high) => Math.min(Math.max(value, low), high);
    const down = (value, length) => Math.floor(value / length) * length;
    const up = (value, length) => Math.ceil(value / length) * length;
    /** The nearest multiple of the step that is not greater, moved inside. */
    const inside = (value, low, high, length) => {
        const stepped = down(clamped(value, low, high), length);
        return stepped < low ? Math.max(low, Math.min(stepped + length, high)) : stepped;
    };
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    const column = (x) => inside(x, bounds.x, bounds.x + bounds.width - width, step.width);
    const row = (y) => inside(y, bounds.y, bounds.y + bounds.height - height, step.height);
    const above = (count) => down(box.y - gap - height * count, step.height);
    const below = (count) => up(bottom + gap + height * count, step.height);
    const [x, y] = [
        [column(box.x), above(1)], [column(right - width), above(1)],
        [column(box.x), below(0)], [column(right - width), below(0)],
        [up(right + gap, step.width), row(box.y)], [down(box.x - gap - width, step.width), row(box.y)],
        [column(box.x), row(bottom - height)], [column(box.x), row(box.y)],
        [column(box.x), above(2)], [column(box.x), above(3)], [column(box.x), above(4)],
        [column(box.x), below(1)], [column(box.x), below(2)], [column(box.x), below(3)],
    ][side];
    return { x, y, width, height };
}

/** Whether a label lies inside, and covers no other. */
function isFree(rect, { bounds, taken }, margin) {
    return rect.x >= bounds.x && rect.x + rect.width <= bounds.x + bounds.width
        && rect.y - margin >= bounds.y && rect.y + rect.height + margin <= bounds.y + bounds.height
        && !taken.some((other) => overlap(rect, other, margin));
}

function overlap(one, other, margin) {
    return one.x - margin < other.x + other.width && other.x < one.x + one.width + margin
        && one.y - margin < other.y + other.height && other.y < one.y + one.height + margin;
}

/** What of a box is in view; `null` for nothing, and for a box that is not finite. */
function intersection(box, bounds) {
    if (!Number.isFinite(box.x + box.y + box.width + box.height)) return null;
    const x = Math.max(box.x, bounds.x);
    const y = Math.max(box.y, bounds.y);
    const width = Math.min(box.x + box.width, bounds.x + bounds.width) - x;
    const height = Math.min(box.y + box.height, bounds.y + bounds.height) - y;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
}
