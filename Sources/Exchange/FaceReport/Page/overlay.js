// What is drawn over the video.

/** The boxes of one frame on a canvas that lies over the video. */
class Overlay {
    /** `width` and `height` are the displayed frame's, in pixels. */
    constructor(canvas, palette, width, height) {
        this.canvas = canvas;
        this.palette = palette;
        this.showsBoxes = true;
        this.showsAxes = true;
        this.showsTexts = true;
        /** Whether texts tell the angles too, which the axes show. */
        this.showsAngles = false;
        /** What was drawn last: the frame, its time, and each face's corners in pixels of the frame. */
        this.drawn = { frame: -1, time: NaN, faces: [] };
        this.layout = new LabelLayout();
        /** Of the labels that were drawn last, in pixels of the screen. */
        this.labels = [];
        this.setSize(width, height);
        new ResizeObserver(() => this.redraw()).observe(canvas);
    }

    setSize(width, height) {
        this.width = width;
        this.height = height;
    }

    /** Draws the faces of a frame; none of frame -1. */
    draw(track, frame) {
        this.track = track;
        const faces = [];
        const [start, end] = frame < 0 ? [0, 0] : track.range(frame);
        for (let face = start; face < end; face++) {
            faces.push({
                id: track.ids[face], corners: this.corners(track.boxes[face], track.rolls[face]),
                isObserved: track.isObserved[face], points: track.points[face],
                axes: this.axes(track, face), texts: this.texts(track, face),
            });
        }
        // Only labels of frames that follow each other stay where they were.
        if (!(Math.abs(track.times[frame] - this.drawn.time) < 1)) this.layout = new LabelLayout();
        this.drawn = { frame, time: frame < 0 ? NaN : track.times[frame], faces };
        this.redraw();
    }

    /** The corners of a box turned about its middle by the roll, in pixels of the frame. Of a head that lies on
     *  its side the box is as wide as the head is high. */
    corners([x, y, width, height], roll) {
        const radians = ((Number.isFinite(roll) ? roll : 0) * Math.PI) / 180;
        const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
        const middle = [(x + width / 2) * this.width, (y + height / 2) * this.height];
        const half = [(width / 2) * this.width, (height / 2) * this.height];
        if (Math.abs(sine) > Math.abs(cosine)) half.reverse();
        return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [
            middle[0] + a * half[0] * cosine - b * half[1] * sine,
            middle[1] + a * half[0] * sine + b * half[1] * cosine,
        ]);
    }

    /** Where the head's own right, up and ahead point to, from the middle of its box, in pixels of the frame; `null`
     *  where not all of its angles are known. */
    axes(track, face) {
        const [roll, yaw, pitch] = [track.rolls, track.yaws, track.pitches]
            .map((column) => (column[face] * Math.PI) / 180);
        if (![roll, yaw, pitch].every(Number.isFinite)) return null;
        const [x, y, width, height] = track.boxes[face];
        const middle = [(x + width / 2) * this.width, (y + height / 2) * this.height];
        const length = 0.45 * Math.min(width * this.width, height * this.height);
        const ends = [[1, 0, 0], [0, -1, 0], [0, 0, 1]].map(([right, down, near]) => {
            // Nodding, then turning, then leaning: pitch lifts the nose, yaw brings it to the left of the frame.
            [down, near] = [
                down * Math.cos(pitch) - near * Math.sin(pitch), down * Math.sin(pitch) + near * Math.cos(pitch),
            ];
            right = right * Math.cos(yaw) - near * Math.sin(yaw);
            return [
                middle[0] + length * (right * Math.cos(roll) - down * Math.sin(roll)),
                middle[1] + length * (right * Math.sin(roll) + down * Math.cos(roll)),
            ];
        });
        return { middle, ends };
    }

    /** What a label says, and what it says where that has no room. */
    texts(track, face) {
        const angles = [["roll", track.rolls], ["yaw", track.yaws], ["pitch", track.pitches]]
            .filter(([, column]) => Number.isFinite(column[face]))
            .map(([name, column]) => name + " " + numberText(column[face], 0));
        const id = "#" + track.ids[face];
        return angles.length ? [[id, ...angles].join(" "), id] : [id];
    }

    redraw() {
        const { clientWidth, clientHeight } = this.canvas;
        const ratio = window.devicePixelRatio || 1;
        const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
        if (this.canvas.width !== width || this.canvas.height !== height) {
            this.canvas.width = width;
            this.canvas.height = height;
        }
        const context = this.canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, width, height);
        if (!this.width || !this.height || !width) return;
        context.setTransform(width / this.width, 0, 0, height / this.height, 0, 0);
        // A unit of lines and letters: 1 pixel of the screen.
        const unit = (this.width / width) * ratio;
        for (const face of this.drawn.faces) this.drawFace(context, face, unit);
        if (this.showsTexts) this.drawLabels(context, width / ratio, height / ratio, ratio);
    }

    /** Draws the labels over all boxes, in pixels of the screen. */
    drawLabels(context, width, height, ratio) {
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.font = "13px system-ui, sans-serif";
        const scale = width / this.width;
        const items = this.drawn.faces.map((face) => {
            const { id, corners } = face;
            const texts = this.showsAngles ? face.texts : face.texts.slice(-1);
            const [xs, ys] = [corners.map(([x]) => x * scale), corners.map(([, y]) => y * scale)];
            const [x, y] = [Math.min(...xs), Math.min(...ys)];
            return {
                id, texts, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
                sizes: texts.map((text) => ({
                    width: Math.ceil(context.measureText(text).width) + 8, height: 18,
                })),
            };
        });
        const bounds = { x: 0, y: 0, width: Math.floor(width), height: Math.floor(height) };
        this.labels = this.layout.place(items, bounds, [], 3, { width: 1, height: 1 });
        for (const { id, choice, rect } of this.labels) {
            const color = faceColor(this.palette, id);
            context.fillStyle = color;
            context.fillRect(rect.x, rect.y, rect.width, rect.height);
            context.fillStyle = isLight(color) ? "#000000" : "#ffffff";
            const { texts } = items.find((item) => item.id === id);
            context.fillText(texts[choice], rect.x + 4, rect.y + 13.5);
        }
    }

    /** Draws the axes of a head: red to its right in the frame, green up, blue where the nose points. */
    drawAxes(context, { middle, ends }, unit) {
        context.setLineDash([]);
        context.lineCap = "round";
        for (const [color, end] of [["#ff6b6b", ends[0]], ["#51cf66", ends[1]], ["#4dabf7", ends[2]]]) {
            for (const [stroke, width] of [["#000000a0", 5], [color, 2.5]]) {
                context.strokeStyle = stroke;
                context.lineWidth = width * unit;
                context.beginPath();
                context.moveTo(...middle);
                context.lineTo(...end);
                context.stroke();
            }
        }
        context.lineCap = "butt";
    }

    drawFace(context, face, unit) {
        if (this.showsAxes && face.axes) this.drawAxes(context, face.axes, unit);
        const color = faceColor(this.palette, face.id);
        context.strokeStyle = color;
        context.fillStyle = color;
        context.lineWidth = 2 * unit;
        if (this.showsBoxes) {
            context.setLineDash(face.isObserved ? [] : [6 * unit, 4 * unit]);
            context.beginPath();
            for (const [x, y] of face.corners) context.lineTo(x, y);
            context.closePath();
            context.stroke();
            for (let index = 0; face.points && index + 1 < face.points.length; index += 2) {
                context.beginPath();
                context.arc(face.points[index], face.points[index + 1], 2 * unit, 0, 2 * Math.PI);
                context.fill();
            }
        }
    }
}

/** Whether black reads better than white on a color `#rrggbb` (WCAG 2.2, relative luminance). */
function isLight(color) {
    const [red, green, blue] = [1, 3, 5].map((start) => {
        const share = parseInt(color.slice(start, start + 2), 16) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
