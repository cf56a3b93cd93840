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
    { name: "Eyes open", unit: "", range: () => [0, 1], decimals: 2, column: "eyes", isOptional: true },
    { name: "Mouth open", unit: "", range: () => [0, 1], decimals: 2, column: "mouths", isOptional: true },
    { name: "Faces", unit: "", range: (_, highest) => [0, Math.max(1, highest)], decimals: 0, column: null },
    { name: "Confidence", unit: "", range: () => [0, 1], decimals: 2, column: "confidences" },
];

/** One plot: a canvas that is drawn when its size or the time on it changes. */
class Plot {
    /** What is marked below the curve of the eyes: the id of a face, and where a blink begins and ends. */
    blinks = [];

    constructor(kind, palette, timeline) {
        this.kind = kind;
        this.palette = palette;
        this.canvas = make("canvas", { role: "img", "aria-label": kind.name });
        this.caption = make("figcaption");
        this.axis = make("div", { class: "axis", "aria-hidden": "true" });
        const area = make("div", { class: "plot track" }, this.canvas);
        timeline.add(area, (time) => this.read(time));
        this.element = make("figure", {}, this.caption, make("div", { class: "row" }, this.axis, area));
        new ResizeObserver(() => {
            if (this.drawnWidth !== this.canvas.clientWidth) this.draw();
        }).observe(this.canvas);
    }

    /** Shows a stretch of time of a track. */
    show(track, start, end) {
        [this.track, this.start, this.end] = [track, start, end];
        // Without the face mesh nothing is known of eyes and mouths.
        this.element.hidden = this.kind.isOptional && !track[this.kind.column].some(Number.isFinite);
        this.draw();
    }

    /** What the readout says of a time. */
    read(time) {
        if (!this.track || this.track.isUnknown(time)) return [{ text: "nothing is known" }];
        const frame = this.track.frameAt(time);
        if (frame < 0) return [{ text: "no frame" }];
        const [start, end] = this.track.range(frame);
        if (!this.kind.column) return [{ text: countText(end - start, "face") }];
        const lines = [];
        for (let face = start; face < end; face++) {
            const id = this.track.ids[face];
            const value = this.track[this.kind.column][face];
            const note = this.isBlinking(id, time) ? " blinks" : "";
            lines.push({
                text: `#${id} ${this.value(value, Math.max(1, this.kind.decimals))}${note}`,
                color: faceColor(this.palette, id), isHeld: !this.track.isObserved[face],
            });
        }
        return lines.length ? lines : [{ text: this.track.isAnalysed[frame] ? "no face" : "not analyzed" }];
    }

    isBlinking(face, time) {
        return this.blinks.some(({ id, begin, end }) => id === face && begin <= time && time <= end);
    }

    value(value, decimals) {
        return numberText(value, decimals) + (Number.isFinite(value) ? this.kind.unit : "");
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
            for (const isHeld of [false, true]) {
                context.setLineDash(isHeld ? [2 * ratio, 3 * ratio] : []);
                context.beginPath();
                for (const { points } of stretches.filter((stretch) => stretch.isHeld === isHeld)) {
                    context.moveTo(points[0][0], y(points[0][1]));
                    for (const [x, low, high] of points) {
                        context.lineTo(x, y(low));
                        if (high !== low) context.lineTo(x, y(high));
                    }
                    if (points.length === 1) context.lineTo(points[0][0] + ratio, y(points[0][1]));
                }
                context.stroke();
            }
        }
        for (const { id, begin, end } of this.blinks) {
            context.fillStyle = faceColor(this.palette, id);
            const x = this.x(begin);
            context.fillRect(x, this.canvas.height - 4 * ratio, Math.max(2 * ratio, this.x(end) - x), 4 * ratio);
        }
    }

    drawAxis(context, [low, high], ratio) {
        const { width, height } = this.canvas;
        context.strokeStyle = "#5b616c";
        context.lineWidth = ratio;
        const shares = this.kind.column || high % 2 === 0 ? [0, 0.5, 1] : [0, 1];
        const labels = shares.map((share) => {
            const place = 1 - (0.06 + 0.88 * share);
            const y = Math.round(height * place) + 0.5;
            context.beginPath();
            context.moveTo(0, y);
            context.lineTo(width, y);
            context.stroke();
            const value = low + share * (high - low);
            const label = make("span", {}, numberText(value, Number.isInteger(value) ? 0 : 1) + this.kind.unit);
            label.style.top = place * 100 + "%";
            return label;
        });
        this.axis.replaceChildren(...labels);
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
        const curves = new CurveSet();
        const [first, last] = this.frames();
        for (let frame = first; frame < last; frame++) {
            const x = this.x(track.times[frame]);
            for (let face = track.firstFace[frame]; face < track.firstFace[frame + 1]; face++) {
                const value = values[face];
                if (!Number.isFinite(value)) continue;
                const isHeld = !track.isObserved[face];
                curves.take(value, isHeld);
                const id = track.ids[face];
                let line = open.get(id);
                if (!line) {
                    line = { color: faceColor(this.palette, id), stretches: [], frame: -2 };
                    open.set(id, line);
                    curves.lines.push(line);
                }
                this.add(line, frame, x, value, isHeld);
            }
        }
        return curves;
    }

    /** How many faces there are, by column of pixels. */
    countCurve() {
        const curves = new CurveSet();
        const line = { color: "#f0f1f3", stretches: [], frame: -2 };
        const [first, last] = this.frames();
        for (let frame = first; frame < last; frame++) {
            const value = this.track.faceCount(frame);
            curves.take(value, false);
            this.add(line, frame, this.x(this.track.times[frame]), value, false);
        }
        curves.lines.push(line);
        return curves;
    }

    /** Adds a value to a line, which breaks where the face was not in the frame before, and at a gap. */
    add(line, frame, x, value, isHeld) {
        const last = line.stretches[line.stretches.length - 1];
        const follows = last && frame <= line.frame + 1 && !this.track.gapStarts.has(frame - 1);
        line.frame = frame;
        if (!follows || last.isHeld !== isHeld) {
            // What is held begins where the face was seen last.
            const [from] = follows ? last.points.slice(-1) : [];
            line.stretches.push({ isHeld, points: from ? [[...from], [x, value, value]] : [[x, value, value]] });
            return;
        }
        const point = last.points[last.points.length - 1];
        if (point[0] === x) {
            point[1] = Math.min(point[1], value);
            point[2] = Math.max(point[2], value);
        } else {
            last.points.push([x, value, value]);
        }
    }

    x(time) {
        return Math.round(((time - this.start) / (this.end - this.start)) * (this.canvas.width - 1));
    }

    /** Says in words what the curves show. */
    describe(curves) {
        const { name, unit, decimals, column } = this.kind;
        const mean = curves.mean(column === "rolls");
        const values = column ? "values of seen faces" : "frames";
        const text = Number.isFinite(curves.lowest)
            ? `${name}: ${this.value(curves.lowest, decimals)} to ${this.value(curves.highest, decimals)}, `
                + (curves.count
                    ? `mean ${this.value(mean, Math.max(1, decimals))} of ${curves.count} ${values}` : "all held")
                + (this.blinks.length ? `, ${countText(this.blinks.length, "blink")}` : "")
            : `${name}: nothing known`;
        if (this.caption.textContent === text) return;
        this.caption.textContent = text;
        this.canvas.setAttribute("aria-label", text + ". The values are in the CSV file.");
    }
}

/** The curves of a plot, with their range, and the mean of what was seen. */
class CurveSet {
    lines = [];
    lowest = Infinity;
    highest = -Infinity;
    /** Of values that were seen, not held. */
    count = 0;
    sum = 0;
    cosine = 0;
    sine = 0;

    take(value, isHeld) {
        this.lowest = Math.min(this.lowest, value);
        this.highest = Math.max(this.highest, value);
        if (isHeld) return;
        this.count += 1;
        this.sum += value;
        this.cosine += Math.cos((value * Math.PI) / 180);
        this.sine += Math.sin((value * Math.PI) / 180);
    }

    /** Of directions, which have no ends, the one in their middle. */
    mean(isDirection) {
        if (!this.count) return NaN;
        return isDirection ? (Math.atan2(this.sine, this.cosine) * 180) / Math.PI : this.sum / this.count;
    }
}
