// The keyboard.

/**
 * Calls an action for each key, but not where the key means something of its own; an action with
 * `within` leaves the key to the page, which scrolls by it, unless the focus is there.
 */
function bindKeys(actions) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        const { target } = event;
        if (target.matches("input, select, textarea")) return;
        if (event.key === " " && target.matches("button, a")) return;
        const action = actions.find(({ keys, within }) =>
            keys.includes(event.key) && (!within || target.closest(within)));
        if (!action) return;
        event.preventDefault();
        action.run();
    });
    const texts = actions.flatMap(({ name, label }, index) =>
        [...(index ? [", "] : []), make("kbd", {}, name), " " + label]);
    byID("keys").replaceChildren(...texts);
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
