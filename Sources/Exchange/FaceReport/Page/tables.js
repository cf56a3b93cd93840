// Tables and downloads.

/** Rows of the table of faces; the CSV file has all. */
const tableLimit = 500;

/** What is known of each face. */
function showFaces(data) {
    const faces = data.faces.slice(0, tableLimit);
    const left = data.faces.length - faces.length;
    fillTable(
        byID("faces"),
        "Times in minutes and seconds, angles in degrees. Angles and confidence are means of the frames in which the"
            + " face was seen and they are known; how many those are stands in parentheses."
            + (left > 0 ? ` ${left} more are in the CSV file.` : ""),
        ["Face", "First seen", "Last seen", "In view (s)", "Frames", "Roll", "Yaw", "Pitch", "Confidence"],
        faces.map((face) => [
            "#" + face.id, clockText(face.first), clockText(face.last), numberText(face.in_view, 2),
            String(face.frames), meanText(face, "roll", 1), meanText(face, "yaw", 1),
            meanText(face, "pitch", 1), meanText(face, "confidence", 2),
        ]));
}

/** A mean, and on how many frames it rests. */
function meanText(face, name, decimals) {
    const count = face[name + "_frames"];
    return numberText(face[name], decimals) + (count ? ` (${count})` : "");
}

/** What became of every frame. */
function showLedger(data) {
    const { ledger } = data;
    const reasons = Object.entries(ledger.not_analysed).map(([reason, count]) =>
        ["Not analyzed: " + reason.replaceAll("_", " "), String(count)]);
    fillTable(
        byID("ledger"), "Every frame ends in exactly one of these.", ["Frames", "Number"],
        [["Analyzed", String(ledger.analysed)], ...reasons, ["All", String(ledger.frames)]]);
}

/** Gaps, markers and damage, where there are any. */
function showRemarks(data) {
    const list = (title, items) => items.length
        ? [make("h3", {}, title), make("ul", {}, ...items.map((text) => make("li", {}, text)))] : [];
    byID("remarks").replaceChildren(
        ...list("Nothing is known of", [
            ...data.gaps.slice(0, tableLimit).map(([start, seconds]) =>
                `${numberText(seconds, 3)} seconds from ${clockText(start)}`),
            ...(data.gaps.length > tableLimit ? [`${data.gaps.length - tableLimit} more stretches`] : []),
        ]),
        ...list("Markers", [
            ...data.markers.map(([time, text]) => clockText(time) + " " + text),
            ...(data.more_markers ? [`${data.more_markers} more markers`] : []),
        ]),
        ...list("Damage", [data.damage, data.marker_damage].filter(Boolean)));
}

/** The tables as files: the page holds the CSV, and HTML has taken the carriage returns from it. */
function offerDownloads(data, csv) {
    const save = () => {
        const address = URL.createObjectURL(
            new Blob([csv.replaceAll(/\r?\n/g, "\r\n")], { type: "text/csv" }));
        make("a", { href: address, download: data.stem + ".csv" }).click();
        setTimeout(() => URL.revokeObjectURL(address), 60000);
    };
    byID("downloads").replaceChildren(
        make("button", { type: "button", id: "download-csv", onclick: save }, "Download CSV"));
}
