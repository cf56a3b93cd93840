// The faces of all frames, in columns.

/** Frames in the order of time, each with a run of faces. */
class Track {
    constructor() {
        /** Of each frame. */
        this.times = [];
        this.firstFace = [0];
        this.isAnalysed = [];
        /** Where what is known of a frame ends before the next one begins, by its index. */
        this.gapStarts = new Map();
        /** Where the last frame ends, where that is known. */
        this.lastEnd = -Infinity;
        /** Of each face in a frame: positions are shares of the displayed frame, angles degrees. */
        this.ids = [];
        this.boxes = [];
        this.rolls = [];
        this.yaws = [];
        this.pitches = [];
        /** How far both eyes and the mouth are open, of what is usual for the person. */
        this.eyes = [];
        this.mouths = [];
        this.confidences = [];
        this.isObserved = [];
        /** Five points in pixels of the displayed frame, as wide as high; `null` where there are none. */
        this.points = [];
    }

    get frameCount() { return this.times.length; }

    /** The faces of a frame as a range of the columns. */
    range(frame) { return [this.firstFace[frame], this.firstFace[frame + 1]]; }

    faceCount(frame) { return this.firstFace[frame + 1] - this.firstFace[frame]; }

    addFrame(time, isAnalysed) {
        this.times.push(time);
        this.isAnalysed.push(isAnalysed);
        this.firstFace.push(this.ids.length);
    }

    /** Adds a face to the last frame. */
    addFace(id, box, angles, [eyes, mouth], confidence, isObserved, points) {
        this.ids.push(id);
        this.boxes.push(box);
        this.rolls.push(angles[0]);
        this.yaws.push(angles[1]);
        this.pitches.push(angles[2]);
        this.eyes.push(eyes);
        this.mouths.push(mouth);
        this.confidences.push(confidence);
        this.isObserved.push(isObserved);
        this.points.push(points);
        this.firstFace[this.firstFace.length - 1] = this.ids.length;
    }

    /** Forgets the oldest frames. */
    dropFirst(count) {
        const faces = this.firstFace[count];
        this.times.splice(0, count);
        this.isAnalysed.splice(0, count);
        this.firstFace = this.firstFace.slice(count).map((first) => first - faces);
        const columns = [
            "ids", "boxes", "rolls", "yaws", "pitches", "eyes", "mouths", "confidences", "isObserved", "points",
        ];
        for (const name of columns) this[name].splice(0, faces);
    }

    /** The frame that is shown at a time: the last one that is not later; -1 before the first. */
    frameAt(time) {
        let low = 0;
        let high = this.times.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.times[middle] <= time) low = middle + 1;
            else high = middle;
        }
        // Browsers round times: one that lies this little before a frame is that frame's.
        const step = this.times[low] - (this.times[low - 1] ?? -Infinity);
        return this.times[low] - time <= Math.min(0.0005, 0.4 * step) ? low : low - 1;
    }

    /** Takes stretches of which nothing is known: the start and the length of each, between frames. */
    setGaps(gaps) {
        this.gapStarts = new Map(gaps.map(([start]) => [this.frameAt(start), start]));
    }

    /** Where a frame ends. */
    endOf(frame) {
        return this.gapStarts.get(frame) ?? this.times[frame + 1] ?? this.end;
    }

    /** Whether nothing is known of a time: it lies in a gap, or the last frame has ended. */
    isUnknown(time) {
        const frame = this.frameAt(time);
        if (frame + 1 < this.frameCount && !this.gapStarts.has(frame)) return false;
        const end = this.endOf(frame);
        // Browsers round times, as above.
        return end - time <= Math.min(0.0005, 0.4 * (end - (this.times[frame] ?? -Infinity)));
    }

    /** Where the last frame ends: where that is not known, it is as long as the one before. */
    get end() {
        const last = this.times.at(-1) ?? 0;
        if (this.lastEnd > last) return this.lastEnd;
        return last + (last - (this.times.at(-2) ?? last - 0.04));
    }
}

/** How far both eyes are open, in the mean of those that are known, and the mouth. */
function openness(leftEye, rightEye, mouth) {
    const eyes = [leftEye, rightEye].filter(Number.isFinite);
    return [eyes.length ? eyes.reduce((sum, eye) => sum + eye) / eyes.length : NaN, mouth];
}

/** Reads the CSV of `facecap export` of a movie whose pixels are so wide, in their heights. */
function parseCSV(text, pixelWidth) {
    const track = new Track();
    const lines = text.trim().split("\n");
    const names = lines[0].trim().split(",");
    const column = Object.fromEntries(names.map((name, index) => [name, index]));
    const pointColumns = names.filter((name) => /_[xy]_px$/.test(name)).map((name) => column[name]);
    const number = (field) => (field === "" ? NaN : Number(field));
    let last = "";
    for (let index = 1; index < lines.length; index++) {
        const fields = lines[index].split(",");
        const frame = fields[0] + "," + fields[1];
        if (frame !== last) track.addFrame(Number(fields[column.pts]), fields[column.outcome] === "analysed");
        last = frame;
        if (fields[column.id] === "") continue;
        const box = ["x", "y", "width", "height"].map((name) => number(fields[column[name]]));
        const angles = ["roll", "yaw", "pitch"].map((name) => number(fields[column[name]]));
        const hasPoints = pointColumns.length > 0 && fields[pointColumns[0]] !== "";
        track.addFace(
            Number(fields[column.id]), box, angles,
            openness(...["left_eye", "right_eye", "mouth"].map((part) => number(fields[column[part + "_openness"]] ?? ""))),
            number(fields[column.confidence]),
            fields[column.state] === "observed",
            hasPoints
                ? pointColumns.map((place, index) => number(fields[place]) * (index % 2 ? 1 : pixelWidth)) : null);
    }
    return track;
}
