// The movie: where it comes from, and its controls.

/** Plays the movie and says which frame is shown. */
class Movie {
    /** `show` is called with the frame and the time of every image that is shown; with -1 where nothing is known of it. */
    constructor(data, track, show) {
        this.data = data;
        this.track = track;
        this.show = show;
        this.frame = -1;
        this.video = make("video", { playsinline: true, preload: "auto", tabindex: "-1" });
        this.video.addEventListener("error", () => this.sayTrouble());
        this.video.addEventListener("play", () => this.showState());
        this.video.addEventListener("pause", () => this.showState());
        byID("stage").prepend(this.video);
        this.makeControls();
        this.listen();
    }

    makeControls() {
        this.play = make("button", { type: "button", onclick: () => this.toggle() }, "Play");
        this.slider = make("input", {
            type: "range", min: 0, max: Math.max(0, this.track.frameCount - 1), step: 1, value: 0,
            "aria-label": "Frame", oninput: () => this.seekToFrame(Number(this.slider.value)),
        });
        this.picker = make("input", {
            type: "file", id: "picker", accept: "video/*", onchange: () => this.openPicked(),
        });
        this.pickerLabel = make("label", { for: "picker", hidden: true }, "The movie: ", this.picker);
        byID("controls").replaceChildren(
            this.play,
            make("button", { type: "button", onclick: () => this.step(-1) }, "Previous frame"),
            make("button", { type: "button", onclick: () => this.step(1) }, "Next frame"),
            this.slider, this.pickerLabel);
    }

    /** Begins with the movie in the page or beside it. */
    load() {
        const pieces = [...document.querySelectorAll("script.movie")];
        if (!pieces.length) {
            if (this.data.movie) this.video.src = this.data.movie;
            return;
        }
        const bytes = pieces.map((piece) => decodeBase64(piece.textContent));
        for (const piece of pieces) piece.remove();
        this.video.src = URL.createObjectURL(new Blob(bytes, { type: "video/mp4" }));
    }

    openPicked() {
        const [file] = this.picker.files;
        if (!file) return;
        byID("trouble").hidden = true;
        this.video.src = URL.createObjectURL(file);
    }

    sayTrouble() {
        const name = this.data.name;
        byID("trouble").textContent = this.video.error?.code === 4 && !this.video.src.startsWith("blob:")
            ? `${name} is not beside this page; choose it below.`
            : `This browser cannot play ${name}; its faces are below all the same.`;
        byID("trouble").hidden = false;
        this.pickerLabel.hidden = false;
    }

    /** Follows the frames as they are shown. */
    listen() {
        if (this.video.requestVideoFrameCallback) {
            const next = (_, metadata) => {
                this.showTime(metadata.mediaTime);
                this.video.requestVideoFrameCallback(next);
            };
            this.video.requestVideoFrameCallback(next);
        } else {
            for (const name of ["timeupdate", "seeked", "loadeddata"]) {
                // At the end the last image is still shown.
                this.video.addEventListener(name, () =>
                    this.showTime(Math.min(this.video.currentTime, this.video.duration - 0.001)));
            }
        }
    }

    showTime(time) {
        this.frame = this.track.frameAt(time);
        /** The time stamp of the image that is shown. */
        this.time = time;
        this.isUnknown = this.track.isUnknown(time);
        this.slider.value = Math.max(0, this.frame);
        this.slider.setAttribute("aria-valuetext", this.text());
        this.show(this.isUnknown ? -1 : this.frame, time);
        this.say();
    }

    /** Says which frame is shown, unless the next ones follow at once. */
    say() {
        if (this.video.paused) byID("now").textContent = this.text();
    }

    text() {
        if (this.isUnknown) return `${clockText(this.time)}, nothing is known`;
        if (this.frame < 0) return "Before the first frame";
        const [start, end] = this.track.range(this.frame);
        const ids = this.track.ids.slice(start, end).map((id) => "#" + id).join(", ");
        const faces = this.track.isAnalysed[this.frame] || ids
            ? countText(end - start, "face") + (ids ? ": " + ids : "")
            : "not analyzed";
        return `Frame ${this.frame + 1} of ${this.track.frameCount}, `
            + `${clockText(this.track.times[this.frame])}, ${faces}`;
    }

    toggle() {
        // A pause ends a play that has not begun.
        const failed = (error) => { if (error.name !== "AbortError") this.sayTrouble(); };
        if (this.video.paused) this.video.play().catch(failed);
        else this.video.pause();
    }

    showState() {
        this.play.textContent = this.video.paused ? "Play" : "Pause";
        this.say();
    }

    step(count) {
        this.video.pause();
        this.seekToFrame(this.frame + count);
    }

    /** Shows a frame: a moment inside it, so that rounding cannot show its neighbour. */
    seekToFrame(index) {
        const frame = Math.min(Math.max(0, index), this.track.frameCount - 1);
        if (frame < 0) return;
        const time = this.track.times[frame];
        this.seek(time + Math.min(0.005, (this.track.endOf(frame) - time) / 2));
    }

    /** Shows what is shown at a time, also while there is no movie. */
    seek(time) {
        if (this.video.readyState > 0) this.video.currentTime = Math.max(0, time);
        else this.showTime(time);
    }
}

/** The bytes of base64. */
function decodeBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
}
