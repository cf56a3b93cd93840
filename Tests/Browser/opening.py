"""Says how long pages take to open: opening.py PAGE...

Seconds until the page is laid out with its curves and tables, and until the first image of the movie
stands there with its boxes; the median of five times each.
"""

import os
import statistics
import sys
import time

from chromium import Chromium


def main(*paths):
    for path in paths:
        loads, images = [], []
        for _ in range(5):
            with Chromium() as page:
                start = time.monotonic()
                loads.append(page.open("file://" + os.path.abspath(path)))
                page.wait("overlay.drawn.frame >= 0")
                images.append(time.monotonic() - start)
        print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB, laid out after "
              f"{statistics.median(loads):.2f} s, with its image after "
              f"{statistics.median(images):.2f} s")


main(*sys.argv[1:])
