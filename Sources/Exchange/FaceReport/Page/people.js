// A row for each face: its image, and the stretches in which it is in view.

/** The rows of the faces that are longest in view. */
class People {
    static limit = 200;
    static columns = 1000;

    constructor(list, data, track, timeline, select) {
        this.select = select;
        this.start = timeline.start;
        this.end = timeline.end;
        this.timeline = timeline;
        this.track = track;
        const stretches = this.stretches(track);
        const shown = [...data.faces].sort((a, b) => b.in_view - a.in_view).slice(0, People.limit);
        shown.sort((a, b) => a.first - b.first || a.id - b.id);
        this.rows = shown.map((face) => this.row(face, data, stretches.get(face.id) ?? []));
        list.replaceChildren(...this.rows.map((row) => row.element));
        if (data.faces.length > shown.length) {
            list.after(make("p", { class: "quiet" },
                `The ${shown.length} of ${data.faces.length} faces that are longest in view.`));
        }
        if (!shown.length) list.after(make("p", {}, "No face was found."));
    }

    /** Where each face is in view, in thousandths of the time: from, to, and whether it was held. */
    stretches(track) {
        const found = new Map();
        const scale = People.columns / (this.end - this.start);
        for (let frame = 0; frame < track.frameCount; frame++) {
            const from = (track.times[frame] - this.start) * scale;
            const to = (track.endOf(frame) - this.start) * scale;
            const [start, end] = track.range(frame);
            for (let face = start; face < end; face++) {
                const id = track.ids[face];
                const isHeld = !track.isObserved[face];
                let runs = found.get(id);
                if (!runs) found.set(id, (runs = []));
                const last = runs[runs.length - 1];
                const follows = last && last[2] === isHeld && from - last[1] < 1 && !track.gapStarts.has(frame - 1);
                if (follows) last[1] = to;
                else runs.push([from, to, isHeld]);
            }
        }
        return found;
    }

    row(face, data, runs) {
        const color = faceColor(data.palette, face.id);
        const image = face.thumbnail
            ? make("img", { class: "thumbnail", alt: "", src: "data:image/jpeg;base64," + face.thumbnail })
            : make("span", { class: "thumbnail" });
        const { rotation, mirrored } = data.picture;
        // Styles mirror an image before they turn it.
        if (rotation) image.style.rotate = (mirrored ? -rotation : rotation) + "deg";
        if (mirrored) image.classList.add("mirrored");
        const button = make("button", {
            type: "button", onclick: () => this.choose(face.id, true),
            "aria-label": `Face ${face.id}: from ${clockText(face.first)} to ${clockText(face.last)}, `
                + `in view for ${numberText(face.in_view, 1)} seconds`,
        }, image, "#" + face.id);
        const bar = ([from, to], top, bottom) =>
            `M${from.toFixed(1)} ${top}H${Math.max(to, from + 2).toFixed(1)}V${bottom}H${from.toFixed(1)}Z`;
        const path = runs.map((run) => (run[2] ? bar(run, 21, 27) : bar(run, 8, 40))).join("");
        const strip = make("div", { class: "strip track" });
        strip.innerHTML = `<svg viewBox="0 0 ${People.columns} 48" preserveAspectRatio="none" aria-hidden="true"><path/></svg>`;
        strip.querySelector("path").setAttribute("d", path);
        strip.querySelector("path").setAttribute("fill", color);
        this.timeline.add(strip, (time) => [this.read(face, runs, time, color)]);
        return { face, button, element: make("li", { class: "row" }, button, strip) };
    }

    /** What the readout says of a face at a time. */
    read(face, runs, time, color) {
        if (this.track.isUnknown(time)) return { text: `#${face.id} nothing is known` };
        const place = ((time - this.start) / (this.end - this.start)) * People.columns;
        const run = runs.find(([from, to]) => place >= from && place < to);
        return { text: `#${face.id} ${run ? "in view" : "not in view"}`, color: run ? color : null, isHeld: run?.[2] };
    }

    /** Goes to where a face is first in view. */
    choose(id, focuses) {
        for (const row of this.rows) {
            const isChosen = row.face.id === id;
            row.button.setAttribute("aria-current", isChosen);
            if (!isChosen) continue;
            this.chosen = id;
            if (focuses) row.button.focus({ preventScroll: true });
            this.select(row.face.first);
        }
    }

    /** Goes to the face so many rows below the chosen one. */
    step(count) {
        if (!this.rows.length) return;
        const index = this.rows.findIndex((row) => row.face.id === this.chosen);
        const next = index < 0 ? 0 : Math.min(Math.max(0, index + count), this.rows.length - 1);
        const isInList = byID("people").contains(document.activeElement);
        this.choose(this.rows[next].face.id, isInList);
    }
}
