// How the capture is doing.

/** Where the images come from, how many there are, how old they are, and how many were dropped. */
class Status {
    /** Milliseconds over which rates are taken. */
    static span = 2000;

    constructor(list, session, camera) {
        const { kind, name } = (session.cameras?.[camera] ?? session).source ?? {};
        this.source = [name, kind !== name ? `(${kind})` : null].filter(Boolean).join(" ");
        /** When the last images came and were shown, in milliseconds, with the numbers of their frames. */
        this.arrivals = [];
        this.shows = [];
        this.dropped = NaN;
        this.latency = NaN;
        this.values = ["Source", "Frame rate", "Latency", "Dropped"].map((name) => {
            const value = make("dd", {}, "–");
            list.append(make("div", {}, make("dt", {}, name), value));
            return value;
        });
        this.values[0].textContent = this.source || "–";
        list.hidden = false;
    }

    /** An image has come. */
    take(head, now) {
        this.dropped = head.dropped ?? NaN;
        if (head.record) this.arrivals.push([now, head.record.frame]);
        this.forget(this.arrivals, now);
    }

    /** An image is shown: since it was taken, it was on its way to here and then drawn. */
    shown(head, arrival, now) {
        this.shows.push([now, this.shows.length ? this.shows.at(-1)[1] + 1 : 0]);
        const latency = head.latency_ms + now - arrival;
        if (Number.isFinite(latency))
            this.latency = Number.isFinite(this.latency) ? this.latency * 0.9 + latency * 0.1 : latency;
    }

    /** Writes it down. */
    show(now) {
        const [captured, shown] = [this.rate(this.arrivals, now), this.rate(this.shows, now)];
        const texts = [
            null, `${numberText(captured, 1)} fps, ${numberText(shown, 1)} shown here`,
            numberText(this.latency, 0) + " ms",
            Number.isFinite(this.dropped) ? countText(this.dropped, "frame") : "–",
        ];
        texts.forEach((text, index) => {
            if (text !== null && this.values[index].textContent !== text) this.values[index].textContent = text;
        });
    }

    /** Leaves out the moments that are too old for a rate. */
    forget(moments, now) {
        const first = moments.findIndex(([time]) => time >= now - Status.span);
        moments.splice(0, first < 0 ? moments.length : first);
    }

    /** Frames a second of the last moments. */
    rate(moments, now) {
        this.forget(moments, now);
        if (moments.length < 2) return NaN;
        const [[start, first], [end, last]] = [moments[0], moments.at(-1)];
        return end > start && last > first ? ((last - first) * 1000) / (end - start) : NaN;
    }
}
