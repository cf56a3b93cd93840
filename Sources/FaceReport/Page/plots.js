// Curves over time.

/** The range of an axis for angles between two of them: the same to both sides of 0. */
function angleRange(lowest, highest) {
    const most = Math.max(Math.abs(lowest), Math.abs(highest));
    const side = [15, 30, 45, 90].find((angle) => most <= angle) ?? 180;
    return [-side, side];
}

/** What is plotted: a column of the track, and the range of its axis for the values in it. */
const plotKinds = [
    { name: "Roll", unit: "°", range: angleRange, decimals: 0, column: "rolls" },
    { name: "Yaw", unit: "°", range: angleRange, decimals: 0, column: "yaws" },
    { name: "Pitch", unit: "°", range: angleRange, decimals: 0, column: "pitches" },
    { name: "Faces", unit: "", range: (_, highest) => [0, Math.max(1, highest)], decimals: 0, column: null },
    { name: "Confidence", unit: "", range: () => [0, 1], decimals: 2, column: "confidences" },
];

/** One plot: a canvas that is drawn when its size or the time on it changes, and a cursor over it. */
class Plot {
    constructor(kind, palette, seek) {
        this.kind = kind;
        this.palette = palette;
        this.canvas = make("canvas", { role: "img", "aria-label": kind.name });
        this.cursor = make("div", { class: "cursor", hidden: true });
        this.caption = make("figcaption");
        const area = make("div", { class: "plot" }, this.canvas, this.cursor);
        if (seek) {
            area.addEventListener("click", (event) => {
                const box = area.getBoundingClientRect();
                seek(this.start + ((event.clientX - box.left) / box.width) * (this.end - this.start));
            });
        }
        this.element = make("figure", {}, this.caption, area);
        new ResizeObserver(() => {
            if (this.drawnWidth !== this.canvas.clientWidth) this.draw();
        }).observe(this.canvas);
    }

    /** Shows a stretch of time of a track. */
    show(track, start, end) {
        [this.track, this.start, this.end] = [track, start, end];
        this.draw();
    }

    /** Puts the cursor at a time. */
    mark(time) {
        const share = (time - this.start) / (this.end - this.start);
        this.cursor.hidden = !(share >= 0 && share <= 1);
        if (!this.cursor.hidden) this.cursor.style.left = share * 100 + "%";
    }

    draw() {
        if (!this.track || !this.canvas.clientWidth) return;
        const ratio = window.devicePixelRatio || 1;
        this.drawnWidth = this.canvas.clientWidth;
        this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
        this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
        const context = this.canvas.getContext("2d");
        const curves = this.kind.column ? this.faceCurves() : this.countCurve();
        const range = this.kind.range(curves.lowest, curves.highest);
        this.describe(curves);
        this.drawAxis(context, range, ratio);
        const y = (value) => this.canvas.height * (1 - (0.06 + 0.88 * ((value - range[0]) / (range[1] - range[0]))));
        context.lineWidth = 1.5 * ratio;
        for (const { color, stretches } of curves.lines) {
            context.strokeStyle = color;
            context.beginPath();
            for (const stretch of stretches) {
                context.moveTo(stretch[0][0], y(stretch[0][1]));
                for (const [x, low, high] of stretch) {
                    context.lineTo(x, y(low));
                    if (high !== low) context.lineTo(x, y(high));
                }
                if (stretch.length === 1) context.lineTo(stretch[0][0] + ratio, y(stretch[0][1]));
            }
            context.stroke();
        }
    }

    drawAxis(context, [low, high], ratio) {
        const { width, height } = this.canvas;
        context.strokeStyle = "#5b616c";
        context.fillStyle = "#f0f1f3";
        context.font = `${11 * ratio}px system-ui, sans-serif`;
        context.lineWidth = ratio;
        for (const share of [0, 0.5, 1]) {
            const y = Math.round(height * (1 - (0.06 + 0.88 * share))) + 0.5;
            context.beginPath();
            context.moveTo(0, y);
            context.lineTo(width, y);
            context.stroke();
            const text = String(Math.round((low + share * (high - low)) * 10) / 10) + this.kind.unit;
            context.fillText(text, 4 * ratio, Math.max(11 * ratio, y - 3 * ratio));
        }
    }

    /** The frames on the plot, as a range of indices. */
    frames() {
        const { track } = this;
        return [Math.max(0, track.frameAt(this.start)), track.frameAt(this.end) + 1];
    }

    /** For each face, its values by column of pixels: x, the least and the most. */
    faceCurves() {
        const { track } = this;
        const values = track[this.kind.column];
        const open = new Map();
        const curves = { lines: [], lowest: Infinity, highest: -Infinity, sum: 0, count: 0 };
        const [first, last] = this.frames();
        for (let frame = first; frame < last; frame++) {
            const x = this.x(track.times[frame]);
            for (let face = track.firstFace[frame]; face < track.firstFace[frame + 1]; face++) {
                const value = values[face];
                if (!Number.isFinite(value)) continue;
                curves.lowest = Math.min(curves.lowest, value);
                curves.highest = Math.max(curves.highest, value);
                curves.sum += value;
                curves.count += 1;
                const id = track.ids[face];
                let line = open.get(id);
                if (!line) {
                    line = { color: faceColor(this.palette, id), stretches: [], frame: -2 };
                    open.set(id, line);
                    curves.lines.push(line);
                }
                this.add(line, frame, x, value);
            }
        }
        return curves;
    }

    /** How many faces there are, by column of pixels. */
    countCurve() {
        const curves = { lines: [], lowest: Infinity, highest: -Infinity, sum: 0, count: 0 };
        const line = { color: "#f0f1f3", stretches: [], frame: -2 };
        const [first, last] = this.frames();
        for (let frame = first; frame < last; frame++) {
            const value = this.track.faceCount(frame);
            curves.lowest = Math.min(curves.lowest, value);
            curves.highest = Math.max(curves.highest, value);
            curves.sum += value;
            curves.count += 1;
            this.add(line, frame, this.x(this.track.times[frame]), value);
        }
        curves.lines.push(line);
        return curves;
    }

    /** Adds a value to a line, which breaks where the face was not in the frame before. */
    add(line, frame, x, value) {
        if (frame > line.frame + 1) line.stretches.push([[x, value, value]]);
        line.frame = frame;
        const stretch = line.stretches[line.stretches.length - 1];
        const point = stretch[stretch.length - 1];
        if (point[0] === x) {
            point[1] = Math.min(point[1], value);
            point[2] = Math.max(point[2], value);
        } else {
            stretch.push([x, value, value]);
        }
    }

    x(time) {
        return Math.round(((time - this.start) / (this.end - this.start)) * (this.canvas.width - 1));
    }

    /** Says in words what the curves show. */
    describe(curves) {
        const { name, unit, decimals } = this.kind;
        const say = (value) => numberText(value, decimals) + unit;
        const text = curves.count
            ? `${name}: from ${say(curves.lowest)} to ${say(curves.highest)}, `
                + `mean ${numberText(curves.sum / curves.count, Math.max(1, decimals))}${unit}`
            : `${name}: nothing known`;
        if (this.caption.textContent === text) return;
        this.caption.textContent = text;
        this.canvas.setAttribute("aria-label", text + ". The values are in the CSV file.");
    }
}
