// Frames and faces while they are captured.

const data = JSON.parse(byID("data").textContent);
const query = new URLSearchParams(location.search);
const camera = Number(query.get("camera") ?? 0);
const track = new Track();
const overlay = new Overlay(byID("overlay"), data.palette, 16, 9);
const screenCanvas = make("canvas", { id: "screen", role: "img", "aria-label": "The camera's video" });
const timeline = new Timeline();
const plots = plotKinds.map((kind) => new Plot(kind, data.palette, timeline));
const status = new Status(byID("status"), data.session, camera);
/** Seconds that are plotted, and frames that are kept for it at most. */
const plotSeconds = 60;
const frameLimit = 7200;
/** What was seen of each face, the newest first. */
const seen = new Map();
let ledger = { analysed: 0, other: 0 };
let isPaused = false;
let nextTables = 0;

/** The server's address of a resource, for this camera and with the token. */
function address(path) {
    return path + location.search;
}

/** Reads records from the server until it ends: a line of JSON, then the bytes of a frame. */
async function* readStream() {
    const response = await fetch(address("stream"));
    if (!response.ok) throw new Error((await response.text()).trim());
    const reader = response.body.getReader();
    let bytes = new Uint8Array();
    const more = async () => {
        const { done, value } = await reader.read();
        if (done) return false;
        const joined = new Uint8Array(bytes.length + value.length);
        joined.set(bytes);
        joined.set(value, bytes.length);
        bytes = joined;
        return true;
    };
    while (true) {
        let end = bytes.indexOf(10);
        while (end < 0) {
            if (!(await more())) return;
            end = bytes.indexOf(10);
        }
        const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
        while (bytes.length < end + 1 + head.bytes) if (!(await more())) return;
        yield { head, frame: bytes.slice(end + 1, end + 1 + head.bytes) };
        bytes = bytes.slice(end + 1 + head.bytes);
    }
}

function drawImage(image) {
    const { width, height } = image;
    if (screenCanvas.width !== width || screenCanvas.height !== height) {
        screenCanvas.width = width;
        screenCanvas.height = height;
        overlay.setSize(width, height);
        byID("stage").style.aspectRatio = `${width} / ${height}`;
        byID("stage").style.width = `min(100%, calc(70vh * ${width / height}))`;
    }
    screenCanvas.getContext("2d").drawImage(image, 0, 0);
}

/** Adds the faces of a record to the track. */
function addRecord(record) {
    track.addFrame(record.pts, record.analysed);
    if (record.analysed) ledger.analysed += 1;
    else ledger.other += 1;
    for (const face of record.faces) {
        const { x, y, width, height } = face.bounds;
        const points = face.landmarks
            ? Object.values(face.landmarks).flatMap((point) => [point.x * overlay.width, point.y * overlay.height])
            : null;
        track.addFace(
            face.id, [x, y, width, height], [face.roll ?? NaN, face.yaw ?? NaN, face.pitch ?? NaN],
            openness(face.left_eye_openness ?? NaN, face.right_eye_openness ?? NaN, face.mouth_openness ?? NaN),
            face.confidence, face.state === "observed", points);
        const known = seen.get(face.id) ?? { id: face.id, first: record.pts, frames: 0 };
        seen.delete(face.id);
        seen.set(face.id, { ...known, face, last: record.pts, frames: known.frames + 1 });
    }
    while (seen.size > 100) seen.delete(seen.keys().next().value);
    if (track.frameCount > frameLimit) track.dropFirst(frameLimit / 2);
}

function showTables(now) {
    if (now < nextTables) return;
    nextTables = now + 500;
    const end = track.times[track.frameCount - 1] ?? 0;
    status.show(now);
    // Curves grow to the right until the axis is full, then they move.
    const start = Math.max(track.times[0] ?? 0, end - plotSeconds);
    timeline.setRange(start, start + plotSeconds);
    for (const plot of plots) plot.show(track, timeline.start, timeline.end);
    fillTable(
        byID("faces"), "The faces that were seen last; times in minutes and seconds, angles in degrees.",
        ["Face", "First seen", "Last seen", "Frames", "Roll", "Yaw", "Pitch", "Confidence"],
        [...seen.values()].reverse().map(({ id, first, last, frames, face }) => [
            "#" + id, clockText(first), clockText(last), String(frames), numberText(face.roll, 0),
            numberText(face.yaw, 0), numberText(face.pitch, 0), numberText(face.confidence, 2),
        ]));
    fillTable(
        byID("ledger"), "Of the frames that this page was shown.", ["Frames", "Number"],
        [["Analyzed", String(ledger.analysed)], ["Not analyzed", String(ledger.other)]]);
}

/** Says how it is, and how it ended. */
function say(text) {
    byID("now").textContent = text;
}

async function run() {
    say("Waiting for frames…");
    try {
        for await (const { head, frame } of readStream()) {
            const arrival = performance.now();
            status.take(head, arrival);
            const isFirst = track.frameCount === 0;
            const isShown = !isPaused;
            if (isShown) {
                const image = await createImageBitmap(new Blob([frame], { type: "image/jpeg" }));
                drawImage(image);
                image.close();
            }
            // Its points are places in the image.
            if (head.record) addRecord(head.record);
            if (isFirst) say("Live.");
            if (!isShown) continue;
            overlay.draw(track, head.record ? track.frameCount - 1 : -1);
            status.shown(head, arrival, performance.now());
            showTables(performance.now());
        }
        say("The capture has ended.");
    } catch (error) {
        say("The connection was lost: " + error.message);
    }
    nextTables = 0;
    showTables(performance.now());
}

byID("stage").prepend(screenCanvas);
byID("people").closest("section").hidden = true;
byID("downloads").hidden = true;
byID("plots").replaceChildren(...plots.map((plot) => plot.element));
byID("summary").textContent = data.cameras.length > 1
    ? `Camera ${data.cameras[camera]}, as it is now` : "As it is now";
const pause = make("button", { type: "button", onclick: () => togglePause() }, "Pause");
byID("controls").replaceChildren(pause);
if (data.cameras.length > 1) {
    const select = make("select", {
        onchange: () => {
            query.set("camera", select.value);
            location.search = query;
        },
    }, ...data.cameras.map((name, index) => make("option", { value: index, selected: index === camera }, name)));
    byID("controls").append(make("label", {}, "Camera ", select));
}
addDrawingChoices(overlay);

function togglePause() {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Resume" : "Pause";
}

bindKeys([{ keys: [" ", "k"], name: "Space, K", label: "pause or resume", run: togglePause }]);
run();
