// One axis of time for all panels.

/** Seconds from one tick to the next. */
const tickSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];
/** Lines of the readout; of more faces the last ones are counted. */
const readoutLimit = 10;

/**
 * The ruler, the playhead and the pointer of panels that lie below each other, and what a panel shows
 * under the pointer. Every panel is a `.track`: its left edge is the start, its right edge the end.
 */
class Timeline {
    /** `seek` is called with the time of a click, where there is one. */
    constructor(seek) {
        this.element = byID("timeline");
        this.ruler = byID("ruler").querySelector(".track");
        this.readout = byID("readout");
        this.panels = new Map();
        [this.start, this.end] = [0, 1];
        /** Seconds between ticks. */
        this.step = 1;
        for (const name of ["pointermove", "pointerdown"])
            this.element.addEventListener(name, (event) => this.point(event));
        for (const name of ["pointerleave", "pointercancel"])
            this.element.addEventListener(name, () => this.leave());
        if (seek) {
            this.element.classList.add("seekable");
            this.element.addEventListener("click", (event) => {
                if (event.target.closest(".track")) seek(this.timeAt(event));
            });
        }
        new ResizeObserver(() => this.drawTicks()).observe(this.ruler);
    }

    /** Adds a panel; `read` gives the lines of the readout for a time: a text, a color, whether it is held. */
    add(track, read) {
        this.panels.set(track, read);
    }

    /** Shows a stretch of time. */
    setRange(start, end) {
        [this.start, this.end] = [start, Math.max(end, start + 0.001)];
        this.drawTicks();
        if (this.last) this.point(this.last);
    }

    /** Shades stretches of time, each with its start and its length, on all panels. */
    setGaps(gaps) {
        const stops = [];
        let last = 0;
        for (const [start, seconds] of gaps) {
            // A frame missing here and there is not seen; what lasts half a second always is.
            const width = Math.max(seconds / (this.end - this.start), seconds >= 0.5 ? 0.001 : 0);
            const from = Math.max(last, this.share(start));
            const to = Math.min(1, this.share(start) + width);
            if (to - from < 0.0005) continue;
            const [left, right] = [from, to].map((share) => (share * 100).toFixed(3) + "%");
            stops.push(`transparent ${left}, var(--gap) ${left} ${right}, transparent ${right}`);
            last = to;
        }
        if (stops.length)
            this.element.style.setProperty("--gaps", `linear-gradient(to right, ${stops.join(", ")})`);
    }

    share(time) { return (time - this.start) / (this.end - this.start); }

    /** Puts the playhead at a time. */
    mark(time) {
        const share = this.share(time);
        this.element.classList.toggle("marked", share >= 0 && share <= 1);
        this.element.style.setProperty("--now", share);
    }

    timeAt(event) {
        const box = this.ruler.getBoundingClientRect();
        const share = Math.min(Math.max(0, (event.clientX - box.left) / box.width), 1);
        // What ends with the timeline is still shown at its edge.
        return Math.max(this.start, Math.min(this.start + share * (this.end - this.start), this.end - 0.001));
    }

    drawTicks() {
        const width = this.ruler.clientWidth;
        if (!width) return;
        const span = this.end - this.start;
        // The longest label and the room to the next.
        const room = (this.text(this.end, 0.1).length + 2) * 9;
        const day = tickSteps.at(-1);
        this.step = tickSteps.find((step) => (step / span) * width >= room)
            ?? Math.ceil((room * span) / width / day) * day;
        const first = Math.max(0, Math.ceil(this.start / this.step - 1e-6));
        const labels = [];
        // Counted from 0: of a very large number, the next one is the same.
        for (let index = 0; index <= span / this.step; index++) {
            const time = (first + index) * this.step;
            if (time > this.end) break;
            const x = this.share(time) * width;
            const label = make("span", { class: x > width - room / 2 ? "last" : "" }, this.text(time, this.step));
            label.style.left = x + "px";
            labels.push(label);
        }
        this.ruler.replaceChildren(...labels);
        const { style } = this.element;
        style.setProperty("--tick-step", (this.step / span) * width + "px");
        style.setProperty("--tick-first", this.share(first * this.step) * width + "px");
    }

    /** Hours where there are some, minutes and seconds, and tenths where ticks are that near. */
    text(time, step) {
        const tenths = Math.round(time * 10);
        const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60];
        const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
        const text = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
        return step < 1 ? `${text}.${tenths % 10}` : text;
    }

    /** Shows what is under the pointer. */
    point(event) {
        const track = event.target.closest?.(".track");
        const read = this.panels.get(track);
        if (!track) return this.leave();
        this.last = { clientX: event.clientX, target: event.target };
        const time = this.timeAt(event);
        this.element.classList.add("pointed");
        this.element.style.setProperty("--at", this.share(time));
        this.showReadout(track, clockText(time), read ? read(time) : []);
    }

    leave() {
        this.last = null;
        this.element.classList.remove("pointed");
        this.readout.hidden = true;
    }

    /** Beside the pointer, on the side where there is more room. */
    showReadout(track, title, lines) {
        const shown = lines.length > readoutLimit ? lines.slice(0, readoutLimit - 1) : lines;
        const rows = shown.map(({ text, color, isHeld }) => {
            const row = make("li", { class: isHeld ? "held" : "" }, text + (isHeld ? " (held)" : ""));
            if (color) row.style.borderColor = color;
            return row;
        });
        if (shown.length < lines.length) rows.push(make("li", {}, `and ${lines.length - shown.length} more`));
        this.readout.replaceChildren(make("strong", {}, title), make("ul", {}, ...rows));
        this.readout.hidden = false;
        const [outer, box] = [this.element.getBoundingClientRect(), track.getBoundingClientRect()];
        const x = box.left - outer.left + this.share(this.timeAt(this.last)) * box.width;
        const { offsetWidth, offsetHeight } = this.readout;
        const isLeft = x > outer.width / 2;
        const left = isLeft ? x - offsetWidth - 12 : x + 12;
        const top = Math.min(box.top - outer.top, outer.height - offsetHeight);
        this.readout.style.left = Math.min(Math.max(0, left), outer.width - offsetWidth) + "px";
        this.readout.style.top = Math.max(0, top) + "px";
    }
}
