// The report on a movie.

const data = JSON.parse(byID("data").textContent);
const csv = byID("csv").textContent;
/** The width of a pixel in its heights, and the size of the frame in pixels as wide as high. */
const pixelWidth = data.picture.pixel_aspect_ratio ?? 1;
const [frameWidth, frameHeight] = [data.picture.width * pixelWidth, data.picture.height];
const track = parseCSV(csv, pixelWidth);
track.setGaps(data.gaps);
// More of the movie may follow, of which nothing is known.
track.lastEnd = data.known_until;
const overlay = new Overlay(byID("overlay"), data.palette, frameWidth, frameHeight);
byID("stage").style.aspectRatio = `${frameWidth || 16} / ${frameHeight || 9}`;
byID("stage").style.width = `min(100%, calc(70vh * ${(frameWidth / frameHeight) || 1.78}))`;

const movie = new Movie(data, track, (frame, time) => {
    overlay.draw(track, frame);
    timeline.mark(time);
});
const timeline = new Timeline((time) => movie.seekToFrame(track.frameAt(time)));
timeline.setRange(Math.min(track.times[0] ?? 0, data.gaps[0]?.[0] ?? Infinity), Math.max(track.end, data.seconds));
timeline.setGaps(data.gaps);
byID("gap-note").hidden = !data.gaps.length;
const people = new People(byID("people"), data, track, timeline, (time) => {
    movie.video.pause();
    movie.seekToFrame(track.frameAt(time));
});
const plots = plotKinds.map((kind) => new Plot(kind, data.palette, timeline));
const eyes = plots.find(({ kind }) => kind.column === "eyes");
eyes.blinks = data.faces.flatMap(
    ({ id, blinks }) => blinks.map(([begin, length]) => ({ id, begin, end: begin + length })));
byID("plots").replaceChildren(...plots.map((plot) => plot.element));
for (const plot of plots) plot.show(track, timeline.start, timeline.end);

byID("summary").textContent = [
    clockText(data.seconds), countText(data.ledger.frames, "frame"), countText(data.faces.length, "face"),
    `${data.picture.width}×${data.picture.height} pixels`,
    data.detector ? "found by " + data.detector : null,
].filter(Boolean).join(", ");
showFaces(data);
showLedger(data);
showRemarks(data);
offerDownloads(data, csv);
addDrawingChoices(overlay);
const inLists = "#view, #people";
bindKeys([
    { keys: [" ", "k"], name: "Space, K", label: "play or pause", run: () => movie.toggle() },
    { keys: ["ArrowLeft"], name: "←", label: "previous frame", run: () => movie.step(-1) },
    { keys: ["ArrowRight"], name: "→", label: "next frame", run: () => movie.step(1) },
    { keys: ["ArrowUp"], name: "↑", label: "the face above", within: inLists, run: () => people.step(-1) },
    { keys: ["ArrowDown"], name: "↓", label: "the face below", within: inLists, run: () => people.step(1) },
    { keys: ["Home"], name: "Home", label: "first frame", within: inLists, run: () => movie.seekToFrame(0) },
    {
        keys: ["End"], name: "End", label: "last frame", within: inLists,
        run: () => movie.seekToFrame(track.frameCount - 1),
    },
]);
byID("keys").append(". Up, Down, Home and End work while the video or the list of faces has the focus.");
// The movie lies behind this script.
document.addEventListener("DOMContentLoaded", () => movie.load());
