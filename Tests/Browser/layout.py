"""What every page has to keep at every width, in light and dark."""

WHOLE = """(() => {
    const failures = [];
    const name = (element) => element.outerHTML.slice(0, 100);
    if (document.documentElement.scrollWidth > innerWidth) {
        const wide = [...document.querySelectorAll("body *")].filter((element) =>
            element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll"));
        failures.push("the page is wider than the window: " + wide.map(name).join(" "));
    }
    for (const element of document.querySelectorAll(".scroll"))
        if (innerWidth < 500 && element.scrollWidth > element.clientWidth) failures.push("cut: " + name(element));
    const apart = (boxes, what) => boxes.forEach((box, index) => boxes.slice(index + 1).forEach((other) => {
        if (box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1
            && other.top < box.bottom - 1) failures.push("two of " + what + " overlap");
    }));
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect());
    apart(boxes("#ruler span"), "the ruler's texts");
    apart(boxes("tbody td, tbody th"), "the tables' cells");
    apart(boxes("button, #controls label"), "the controls");
    for (const axis of document.querySelectorAll(".axis"))
        apart([...axis.children].map((child) => child.getBoundingClientRect()), "an axis's texts");
    // Cells that are narrower than their text.
    for (const element of document.querySelectorAll("td, th, dd, dt, figcaption, button, #ruler span"))
        if (element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
            failures.push("text is wider than its place: " + name(element));
    const { clientWidth, clientHeight } = overlay.canvas;
    for (const { rect } of overlay.labels)
        if (rect.x < 0 || rect.y < 0 || rect.x + rect.width > clientWidth || rect.y + rect.height > clientHeight)
            failures.push("a label is cut");
    apart(overlay.labels.map(({ rect: { x, y, width, height } }) => new DOMRect(x, y, width, height)), "the labels");
    return failures;
})()"""

# One axis: every panel has the same left edge and width, and its playhead at the same place.
ALIGNED = """(() => {
    const tracks = [...document.querySelectorAll("#timeline .track")].filter((track) => track.checkVisibility());
    const edges = tracks.map((track) => {
        const { left, width } = track.getBoundingClientRect();
        return [left, width, parseFloat(getComputedStyle(track, "::before").left)];
    });
    const failures = [];
    if (tracks.length < 6) failures.push("panels are missing");
    if (edges.some((edge) => edge.some((value, part) => Math.abs(value - edges[0][part]) > 0.6)))
        failures.push("panels are not aligned: " + JSON.stringify(edges));
    if (document.querySelectorAll("#ruler .track span").length < 2) failures.push("the axis has no ticks");
    return failures;
})()"""

# What is under the pointer is told beside it.
POINTED = """(() => {
    const failures = [];
    for (const panel of document.querySelectorAll("#timeline .strip, #timeline .plot")) {
        if (!panel.checkVisibility()) continue;
        for (const share of [0.02, 0.5, 0.98]) {
            const { left, top, width } = panel.getBoundingClientRect();
            panel.dispatchEvent(new PointerEvent("pointermove",
                { bubbles: true, clientX: left + share * width, clientY: top + 5 }));
            const readout = document.getElementById("readout");
            const box = readout.getBoundingClientRect();
            if (readout.hidden || !readout.querySelector("li")?.textContent || box.left < 0 || box.right > innerWidth)
                failures.push("the readout is wrong at " + share + ": " + readout.outerHTML);
        }
    }
    document.getElementById("timeline").dispatchEvent(new PointerEvent("pointerleave"));
    if (!document.getElementById("readout").hidden) failures.push("the readout stays");
    return failures;
})()"""


def layout(page, width=1280, height=900):
    """What is cut or overlaps at the widths of a phone, a tablet and a desk; empty when nothing does."""
    failures = []
    for size in [390, 800, 1400]:
        page.call("Emulation.setDeviceMetricsOverride", width=size, height=height,
                  deviceScaleFactor=1, mobile=False)
        # Observers of sizes run before the second frame.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for check in [WHOLE, ALIGNED, POINTED]:
            failures += [f"{size} pixels: {text}" for text in page.evaluate(check)]
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
              deviceScaleFactor=1, mobile=False)
    return failures
