"""What every page has to keep, whatever it shows."""

NAMES = """(() => {
    const failures = [];
    const fail = (what, element) => failures.push(what + ": " + element.outerHTML.slice(0, 120));
    if (!document.documentElement.lang) failures.push("no language");
    if (!document.title) failures.push("no title");
    for (const name of ["header", "main", "footer", "h1"])
        if (document.querySelectorAll("body " + name).length !== 1) failures.push("not one " + name);
    let level = 0;
    for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) fail("heading skips a level", heading);
        if (!heading.textContent.trim()) fail("empty heading", heading);
        level = own;
    }
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    for (const id of ids) if (ids.filter((other) => other === id).length > 1) failures.push("two of " + id);
    for (const image of document.querySelectorAll("img"))
        if (!image.hasAttribute("alt")) fail("no alt", image);
    for (const table of document.querySelectorAll("table")) {
        if (!table.caption?.textContent) fail("no caption", table);
        for (const head of table.querySelectorAll("th")) if (!head.scope) fail("no scope", head);
        for (const row of table.tBodies[0]?.rows ?? [])
            if (row.cells[0]?.tagName !== "TH") fail("row without a head", row);
    }
    for (const element of document.querySelectorAll("[aria-labelledby]"))
        if (!document.getElementById(element.getAttribute("aria-labelledby"))?.textContent)
            fail("labelled by nothing", element);
    for (const canvas of document.querySelectorAll("canvas"))
        if (canvas.ariaHidden !== "true" && !canvas.ariaLabel) fail("canvas without words", canvas);
    return failures;
})()"""

CONTRAST = """(() => {
    const parse = (text) => {
        const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
        return { parts: [red, green, blue], alpha };
    };
    const luminance = (parts) => {
        const [red, green, blue] = parts.map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const background = (element) => {
        for (let here = element; here; here = here.parentElement) {
            const color = parse(getComputedStyle(here).backgroundColor);
            if (color.alpha > 0) return color.parts;
        }
        return [255, 255, 255];
    };
    const failures = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
        const text = luminance(parse(getComputedStyle(element).color).parts);
        const ground = luminance(background(element));
        const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        if (ratio < 4.5) failures.push(ratio.toFixed(2) + ": " + walker.currentNode.data.trim());
    }
    return failures;
})()"""

NAMED_ROLES = {"button", "slider", "checkbox", "link", "textbox", "region", "image", "group"}


def accessibility(page):
    """What keeps people from using a page; empty when nothing does."""
    failures = page.evaluate(NAMES)
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in NAMED_ROLES and not node.get("ignored"):
            if not node.get("name", {}).get("value"):
                failures.append(f"a {role} without a name")
    for scheme in ["light", "dark"]:
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        failures += [f"contrast, {scheme}: {text}" for text in page.evaluate(CONTRAST)]
    page.call("Emulation.setEmulatedMedia", features=[])
    failures += focus(page)
    return failures


def focus(page):
    """Elements that are reached with the Tab key but do not show it."""
    failures = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(page.evaluate("document.querySelectorAll('button, input, a, [tabindex=\"0\"]').length")):
        page.key("Tab", number=9)
        shown = page.evaluate(
            "(() => { const e = document.activeElement;"
            " return e === document.body || getComputedStyle(e).outlineStyle !== 'none'"
            " ? '' : e.outerHTML.slice(0, 100) })()")
        if shown:
            failures.append("focus is not seen: " + shown)
    return failures


def quiet(page):
    """What was said in the console, and what was asked of anybody but the page itself."""
    strangers = [url for url in page.requests
                 if not url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:"))]
    return ["console: " + line for line in page.console] + ["request: " + url for url in strangers]
