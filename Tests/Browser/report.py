"""Checks a report in Chromium: report.py PAGE CSV SCREENSHOT [MOVIE]

CSV is what `facecap export` writes of the same movie. MOVIE is chosen in the page, where it is not in
it. Writes one line for each thing that is wrong.
"""

import csv
import math
import os
import sys
import time

from checks import accessibility, quiet
from chromium import Chromium
from layout import layout


def expected_faces(path, pixel_width):
    """Of each frame its time and, by id, the corners of the boxes in pixels of the image as it is displayed."""
    frames = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if not frames or frames[-1]["number"] != row["frame"]:
                frames.append({"number": row["frame"], "time": float(row["pts"]), "faces": {}})
            if row["id"]:
                frames[-1]["faces"][int(row["id"])] = corners(row, pixel_width)
    return frames


def corners(row, pixel_width):
    left, top, width, height = (
        float(row[name]) for name in ["left_px", "top_px", "width_px", "height_px"])
    left, width = left * pixel_width, width * pixel_width
    turn = math.radians(float(row["roll"] or 0))
    middle = left + width / 2, top + height / 2
    if abs(math.sin(turn)) > abs(math.cos(turn)):
        width, height = height, width
    return [
        (middle[0] + x * math.cos(turn) - y * math.sin(turn),
         middle[1] + x * math.sin(turn) + y * math.cos(turn))
        for x, y in [(-width / 2, -height / 2), (width / 2, -height / 2),
                     (width / 2, height / 2), (-width / 2, height / 2)]]


LINE = """((color, [ax, ay], [bx, by]) => {
    // Where the box's color lies across its edge, at nine places of it, in pixels of the image.
    const { canvas } = overlay;
    const scale = canvas.width / overlay.width;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height);
    const wanted = [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
    const length = Math.hypot(bx - ax, by - ay);
    const normal = [-(by - ay) / length, (bx - ax) / length];
    const found = [];
    for (let share = 0.1; share < 0.95; share += 0.1) {
        let [sum, weight] = [0, 0];
        for (let step = -6; step <= 6; step += 0.25) {
            const x = Math.floor((ax + share * (bx - ax) + step * normal[0]) * scale);
            const y = Math.floor((ay + share * (by - ay) + step * normal[1]) * scale);
            if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
            const place = 4 * (y * canvas.width + x);
            if (wanted.some((part, index) => Math.abs(part - pixels.data[place + index]) > 12)) continue;
            sum += step * pixels.data[place + 3];
            weight += pixels.data[place + 3];
        }
        if (weight > 0) found.push(sum / weight);
    }
    return found;
})"""


def check_seeks(page, frames, palette):
    """Ten seeks: what the page says it draws, and what is on its canvas."""
    page.evaluate("overlay.showsTexts = false")
    # Backwards: what was drawn of the first frame before may have texts on its lines.
    for share in reversed(range(10)):
        index = (len(frames) - 1) * share // 9
        frame = frames[index]
        page.evaluate(f"movie.seekToFrame({index})")
        page.wait(f"overlay.drawn.frame === {index} && !movie.video.seeking")
        if abs(page.evaluate("movie.time") - frame["time"]) > 0.002:
            yield f"frame {index} has another time: {page.evaluate('movie.time')}"
        drawn = {face["id"]: face["corners"] for face in page.evaluate("overlay.drawn.faces")}
        if drawn.keys() != frame["faces"].keys():
            yield f"frame {index} shows {sorted(drawn)}, not {sorted(frame['faces'])}"
            continue
        for face, points in frame["faces"].items():
            far = max(math.dist(a, b) for a, b in zip(points, drawn[face]))
            if far > 2:
                yield f"face {face} of frame {index} is {far:.1f} pixels away"
            if len(frame["faces"]) > len(palette):
                continue
            color = palette[(face - 1) % len(palette)]
            seen = [offset for edge in range(4) for offset in page.evaluate(
                f"{LINE}({color!r}, {list(points[edge])}, {list(points[(edge + 1) % 4])})")]
            if len(seen) < 4 or max(map(abs, seen)) > 2:
                yield f"face {face} of frame {index} is seen elsewhere: {seen}"


def check_keys(page):
    """The keyboard."""
    page.evaluate("movie.seekToFrame(0)")
    page.wait("overlay.drawn.frame === 0 && !movie.video.seeking")
    page.evaluate("document.activeElement.blur()")
    page.key("ArrowRight", number=39)
    page.wait("overlay.drawn.frame === 1")
    page.key("ArrowLeft", number=37)
    page.wait("overlay.drawn.frame === 0")
    page.key(" ", "Space", 32, " ")
    page.wait("!movie.video.paused")
    page.wait("overlay.drawn.frame > 3")
    page.key("k", "KeyK", 75, "k")
    page.wait("movie.video.paused")
    page.wait("document.getElementById('now').textContent === movie.text()")
    if page.evaluate("people.rows.length"):
        page.evaluate("people.rows[0].button.focus()")
        page.key("ArrowDown", number=40)
        page.wait("document.activeElement.getAttribute('aria-current') === 'true'")


def check_download(page, path):
    """The file that the button gives."""
    page.evaluate("document.getElementById('download-csv').click()")
    with open(path, "rb") as file:
        wanted = file.read()
    got = None
    end = time.monotonic() + 20
    # A download has its name before its last byte.
    while got != wanted:
        if time.monotonic() > end:
            return ["no file was downloaded" if got is None else "the CSV is another one than export writes"]
        time.sleep(0.05)
        for name in os.listdir(page.downloads):
            if name.endswith(".csv"):
                with open(os.path.join(page.downloads, name), "rb") as file:
                    got = file.read()
    return []


def check_held(page, path):
    """Faces that were not seen look otherwise, and means tell on how many frames they rest."""
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["id"]]
    held = {int(row["id"]) for row in rows if row["state"] != "observed"}
    for face in page.evaluate("data.faces"):
        if page.evaluate(f"people.rows.some(({{ face }}) => face.id === {face['id']})"):
            thin = page.evaluate(
                f"people.rows.find(({{ face }}) => face.id === {face['id']}).element"
                ".querySelector('path').getAttribute('d').includes(' 21H')")
            if thin != (face["id"] in held):
                yield f"the bars of face {face['id']} hide or feign what was held"
        for name in ["roll", "yaw", "pitch", "confidence"]:
            seen = [row for row in rows if int(row["id"]) == face["id"] and row["state"] == "observed"
                    and row[name]]
            if face.get(name + "_frames", 0) != len(seen):
                yield f"the mean {name} of face {face['id']} does not rest on {len(seen)} frames"


GAP = """((start, end) => {
    // What is shown between two times though nothing is known there.
    const failures = [];
    const [from, to] = [start, end].map((time) => timeline.share(time));
    for (const { face, element } of people.rows) {
        const path = element.querySelector("path").getAttribute("d");
        for (const [, left, right] of path.matchAll(/M([\\d.]+) \\d+H([\\d.]+)/g))
            if (Number(right) > from * 1000 + 2 && Number(left) < to * 1000 - 2) failures.push("a bar of face " + face.id);
    }
    for (const plot of plots) {
        if (plot.read((start + end) / 2)[0].text !== "nothing is known") failures.push("values of " + plot.kind.name);
        const [x, width] = [Math.ceil(from * plot.canvas.width) + 2, Math.floor((to - from) * plot.canvas.width) - 4];
        const { data } = plot.canvas.getContext("2d").getImageData(x, 0, width, plot.canvas.height);
        const isAxis = (place) => [0x5b, 0x61, 0x6c].every((part, index) => Math.abs(data[place + index] - part) < 3);
        for (let place = 0; place < data.length; place += 4)
            if (data[place + 3] > 0 && !isAxis(place)) {
                failures.push("a curve of " + plot.kind.name);
                break;
            }
        const shade = getComputedStyle(plot.canvas.parentElement).backgroundImage;
        if (!shade.includes("rgb(69, 75, 86)")) failures.push("no shade behind " + plot.kind.name);
    }
    return failures;
})"""


def check_gaps(page):
    """Boxes, bars and curves end where a gap begins, which is shaded."""
    for start, seconds in page.evaluate("data.gaps"):
        page.evaluate(f"movie.showTime({start + seconds / 2})")
        if page.evaluate("overlay.drawn.faces.length > 0 || !movie.text().endsWith('nothing is known')"):
            yield f"in the gap at {start}: boxes on the image"
        for failure in page.evaluate(f"{GAP}({start}, {start + seconds})"):
            yield f"in the gap at {start}: {failure}"
    if page.evaluate("document.getElementById('gap-note').hidden === data.gaps.length > 0"):
        yield "the shade is not explained, or there is none"


# What takes no movie: by its name, whether it is right.
PARTS = """(async () => {
    const fast = new Track();
    for (let frame = 0; frame < 10; frame++) fast.addFrame(frame / 4000, true);
    const offsets = [-0.00005, 0, 1 / 8000];

    const { start, end } = timeline;
    const tickCounts = [[0, 9e18], [0, 1e9], [1e18, 1e18], [1e18, 1e18 + 1000]].map((range) => {
        timeline.setRange(...range);
        return timeline.ruler.childElementCount;
    });
    timeline.setRange(start, end);

    const gapped = new Track();
    for (const time of [1, 1.1]) gapped.addFrame(time, true);
    gapped.setGaps([[0, 1], [1.05, 0.05]]);
    gapped.lastEnd = 3;
    const known = [0.5, 1, 1.0497, 1.06, 1.1, 2.9, 2.9997].map((time) => !gapped.isUnknown(time));

    const sought = [];
    const { frame } = movie;
    movie.seekToFrame = (index) => sought.push(index);
    movie.frame = -1;
    movie.step(1);
    delete movie.seekToFrame;
    movie.frame = frame;

    const box = document.querySelector("[type=checkbox]");
    const taken = [movie.slider, box, movie.picker].map((element) =>
        [" ", "k", "ArrowLeft"].map((key) => takesKey(element, key)));

    const columns = "frame,pts,outcome,id,x,y,width,height,roll,yaw,pitch,confidence,state,nose_x_px,nose_y_px";
    const wide = parseCSV(columns + "\\n0,0,analysed,1,0,0,1,1,0,0,0,1,observed,10,20", 2);

    const portraits = [false, true].flatMap((mirrored) => [0, 90, 180, 270].map((rotation) => {
        const { button } = people.row({ id: 1 }, { ...data, picture: { rotation, mirrored } }, []);
        document.body.append(button);
        const { rotate, scale } = getComputedStyle(button.querySelector(".thumbnail"));
        button.remove();
        const shown = new DOMMatrix().rotate(parseFloat(rotate) || 0).scale(scale === "-1 1" ? -1 : 1, 1);
        const wanted = new DOMMatrix().scale(mirrored ? -1 : 1, 1).rotate(rotation);
        return ["a", "b", "c", "d"].every((part) => Math.abs(shown[part] - wanted[part]) < 1e-9);
    }));

    await new Promise((resolve) => {
        movie.video.addEventListener("pause", () => setTimeout(resolve), { once: true });
        movie.video.load();
        movie.toggle();
        movie.toggle();
    });
    return {
        "the frame at a time": fast.times.every(
            (time, frame) => offsets.every((offset) => fast.frameAt(time + offset) === frame)),
        "what is known at a time": known.join() === "false,true,false,false,true,true,false",
        "the frame after none": sought.join() === "0",
        "the keys of controls": taken.join() === "false,false,true,true,false,false,true,true,true",
        "the range of the timeline": end >= data.seconds - 1e-6
            && data.gaps.every(([from, seconds]) => from >= start && from + seconds <= end + 0.001),
        "the ticks of long times": tickCounts.every((count) => count < 100),
        "the points of wide pixels": wide.points[0].join() === "20,20",
        "the color of any face": [[0, 6], [1, 0], [8, 0], [4294967295, 2]].every(
            ([id, index]) => faceColor(data.palette, id) === data.palette[index]),
        "the turn of portraits": portraits.every(Boolean),
        "a pause before the movie plays": document.getElementById("trouble").hidden,
    };
})()"""


def check_parts(page):
    """What the page's parts do on their own."""
    for name, is_right in page.evaluate(PARTS).items():
        if not is_right:
            yield f"{name}: not as it should be"


VARIETY = """((address) => new Promise((resolve, reject) => {
    // How many colors an image has.
    const image = new Image();
    image.onerror = reject;
    image.onload = () => {
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const colors = new Set();
        for (let place = 0; place < data.length; place += 4)
            colors.add([0, 1, 2].map((part) => data[place + part] >> 4).join());
        resolve(colors.size);
    };
    image.src = address;
}))"""


def variety(page):
    """How many colors the user sees in the image, without the boxes."""
    page.evaluate("overlay.canvas.hidden = true")
    left, top, width, height = page.evaluate(
        "(({ x, y, width, height }) => [x, y, width, height])"
        "(document.getElementById('stage').getBoundingClientRect())")
    image = page.call("Page.captureScreenshot", format="png", clip={
        "x": left, "y": top, "width": width, "height": height, "scale": 0.1})["data"]
    page.evaluate("overlay.canvas.hidden = false")
    return page.evaluate(f"{VARIETY}('data:image/png;base64,{image}')")


def choose(page, path):
    """Gives the page a file, as a user does."""
    page.wait("!document.getElementById('trouble').hidden")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    node = page.call("DOM.querySelector", nodeId=root, selector="#picker")["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=node, files=[path])


def main(address, table, screenshot, *movie):
    with Chromium() as page:
        page.open("file://" + address)
        if movie:
            choose(page, movie[0])
            page.console.clear()
        page.wait("movie.video.readyState >= 2")
        page.wait("overlay.drawn.frame >= 0")
        frames = expected_faces(table, page.evaluate("overlay.width / data.picture.width"))
        failures = list(check_seeks(page, frames, page.evaluate("data.palette")))
        page.evaluate("overlay.showsTexts = true; overlay.redraw()")
        if variety(page) < 8:
            failures.append("the image is blank")
        size = page.evaluate("[movie.video.videoWidth, movie.video.videoHeight]")
        if size != page.evaluate("[overlay.width, overlay.height]"):
            failures.append(f"the image has {size} pixels")
        page.screenshot(screenshot)
        check_keys(page)
        failures += check_download(page, table)
        failures += accessibility(page)
        failures += layout(page)
        failures += check_held(page, table)
        failures += check_gaps(page)
        failures += check_parts(page)
        failures += quiet(page)
    print("\n".join(failures))


main(*sys.argv[1:])
