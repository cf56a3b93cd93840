"""Checks the page about many videos in windows of every kind of width: analysis.py PAGE"""

import os
import sys

from chromium import Chromium

# Phones, tablets, and desktops, on both sides of each change of the layout.
WIDTHS = [320, 390, 640, 641, 720, 959, 960, 1280]

# A text that is cut into lines has a rectangle for each.
CHECK = """(() => {
    const failures = [];
    if (document.documentElement.scrollWidth > innerWidth)
        failures.push(`the page has ${document.documentElement.scrollWidth} pixels`);
    for (const cell of document.querySelectorAll("td:not(.time)")) {
        const range = document.createRange();
        range.selectNodeContents(cell);
        if (range.getClientRects().length > 1) failures.push("a figure has two lines: " + cell.textContent);
    }
    if (innerWidth >= 960)
        for (const link of document.links)
            if (link.getClientRects().length > 1) failures.push("a name is cut: " + link.textContent);
    return failures;
})()"""


def main(path):
    failures = []
    for width in WIDTHS:
        with Chromium(width=width) as page:
            page.open("file://" + os.path.abspath(path))
            failures += [f"{width} pixels: {text}" for text in page.evaluate(CHECK)]
    print("\n".join(failures))


main(*sys.argv[1:])
