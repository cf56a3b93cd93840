// What is drawn over the video.

/** The boxes of one frame on a canvas that lies over the video. */
class Overlay {
    /** `width` and `height` are the displayed frame's, in pixels. */
    constructor(canvas, palette, width, height) {
        this.canvas = canvas;
        this.palette = palette;
        this.showsBoxes = true;
        this.showsTexts = true;
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
                texts: this.texts(track, face),
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
        const items = this.drawn.faces.map(({ id, corners, texts }) => {
            const [xs, ys] = [corners.map(([x]) => x * scale), corners.map(([, y]) => y * scale)];
            const [x, y] = [Math.min(...xs), Math.min(...ys)];
            return {
                id, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
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
            const face = this.drawn.faces.find((face) => face.id === id);
            context.fillText(face.texts[choice], rect.x + 4, rect.y + 13.5);
        }
    }

    drawFace(context, face, unit) {
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

/** Whether black reads better than white on a colour `#rrggbb` (WCAG 2.2, relative luminance). */
function isLight(color) {
    const [red, green, blue] = [1, 3, 5].map((start) => {
        const share = parseInt(color.slice(start, start + 2), 16) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
