// The keyboard.

/**
 * Calls an action for each key, but not where the key means something of its own; an action with
 * `within` leaves the key to the page, which scrolls by it, unless the focus is there.
 */
function bindKeys(actions) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        if (takesKey(event.target, event.key)) return;
        const action = actions.find(({ keys, within }) =>
            keys.includes(event.key) && (!within || event.target.closest(within)));
        if (!action) return;
        event.preventDefault();
        action.run();
    });
    const texts = actions.flatMap(({ name, label }, index) =>
        [...(index ? [", "] : []), make("kbd", {}, name), " " + label]);
    byID("keys").replaceChildren(...texts);
}

/** Whether a key means something to an element itself. */
function takesKey(element, key) {
    if (element.matches("button, a, [type=checkbox]")) return key === " ";
    if (element.matches("[type=range]")) return key !== " " && key !== "k";
    return element.matches("input, select, textarea");
}

/** Check boxes for what is drawn over the video. */
function addDrawingChoices(overlay) {
    const choice = (text, property) => make("label", {}, make("input", {
        type: "checkbox", checked: overlay[property], onchange: (event) => {
            overlay[property] = event.target.checked;
            overlay.redraw();
        },
    }), " " + text);
    byID("controls").append(
        choice("Boxes", "showsBoxes"), choice("Axes", "showsAxes"), choice("Ids", "showsTexts"),
        choice("Angles", "showsAngles"));
}
