"""Checks a live page in Chromium: live.py SCREENSHOT PROGRAM OPTION...

Writes one line for each thing that is wrong.
"""

import re
import sys

from checks import accessibility, quiet
from chromium import Chromium
from layout import layout
from served import Served

COLORS = """(() => {
    const copy = new OffscreenCanvas(64, 36);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(screenCanvas, 0, 0, 64, 36);
    const { data } = context.getImageData(0, 0, 64, 36);
    const colors = new Set();
    for (let place = 0; place < data.length; place += 4)
        colors.add([0, 1, 2].map((part) => data[place + part] >> 4).join());
    return colors.size;
})()"""

# A face that is drawn has the corners that its own record gives.
CORNERS = """(() => {
    const [start, end] = track.range(overlay.drawn.frame);
    return overlay.drawn.faces.every((face, index) => {
        const wanted = overlay.corners(track.boxes[start + index], track.rolls[start + index]);
        return face.corners.every(([x, y], at) => Math.hypot(x - wanted[at][0], y - wanted[at][1]) < 2);
    }) && overlay.drawn.faces.length === end - start;
})()"""


# The points of a face lie about its box.
POINTS = """track.points.every((points, face) => {
    const [x, y, width, height] = track.boxes[face];
    const sides = [[x, width, overlay.width], [y, height, overlay.height]];
    return (points ?? []).every((place, index) => {
        const [from, length, side] = sides[index % 2];
        return place > (from - length) * side && place < (from + 2 * length) * side;
    });
})"""

# Of an hour of images none of which is shown, those of the last moments are kept.
ARRIVALS = """(() => {
    const paused = new Status(make("dl"), {}, 0);
    for (let frame = 0; frame < 36000; frame++) paused.take({ record: { frame } }, frame * 100);
    return paused.arrivals.length;
})()"""

# Before the first image nothing is known.
UNKNOWN = """(() => {
    const waiting = new Status(make("dl"), {}, 0);
    waiting.show(0);
    return waiting.values.map((value) => value.textContent);
})()"""

STATUS = """Object.fromEntries([...document.querySelectorAll("#status div")].map((pair) =>
    [pair.querySelector("dt").textContent, pair.querySelector("dd").textContent]))"""

EXPECTED = {
    "Source": r"synthetic.*", "Frame rate": r"[0-9.]+ fps, [0-9.]+ shown here", "Latency": r"[0-9]+ ms",
    "Dropped": r"[0-9]+ frames?"}


def check_status(page):
    """Where the images come from, how many, how old, and what is missing."""
    page.wait("document.querySelector('#status').textContent.match(/[0-9] shown here/)")
    found = page.evaluate(STATUS)
    if found.keys() != EXPECTED.keys():
        yield f"the status has {found}"
        return
    for name, pattern in EXPECTED.items():
        if not re.fullmatch(pattern, found[name]):
            yield f"{name}: {found[name]}"


def main(screenshot, program, *options):
    failures = []
    with Served(program, options) as server, Chromium() as page:
        page.open(server.url)
        page.wait("track.frameCount > 5 && overlay.drawn.faces.length > 0", 60)
        if not page.evaluate(CORNERS):
            failures.append("boxes are elsewhere than in the record")
        if not page.evaluate(POINTS):
            failures.append("points are elsewhere than their faces")
        if page.evaluate(ARRIVALS) > 21:
            failures.append("images that are not shown are kept")
        if page.evaluate(UNKNOWN) != ["–", "– fps, – shown here", "– ms", "–"]:
            failures.append(f"before the first image the status is {page.evaluate(UNKNOWN)}")
        if page.evaluate(COLORS) < 8:
            failures.append("the image is blank")
        failures += check_status(page)
        page.screenshot(screenshot)
        failures += layout(page)
        failures += accessibility(page)
        page.evaluate("document.activeElement.blur()")
        page.key(" ", "Space", 32, " ")
        page.wait("isPaused")
        page.key(" ", "Space", 32, " ")
        page.wait("!isPaused")
        # Frames begin to come while the page pauses.
        page.evaluate("isPaused = true; window.before = ledger.analysed + ledger.other")
        page.wait("ledger.analysed + ledger.other > before + 1")
        page.evaluate("track.dropFirst(track.frameCount); void run()")
        page.wait("document.getElementById('now').textContent === 'Live.'")
        page.evaluate("isPaused = false")
        server.stop()
        page.wait("document.getElementById('now').textContent === 'The capture has ended.'")
        failures += server.end() + quiet(page)
    print("\n".join(failures))


main(*sys.argv[1:])
