"""Imports COCO and CVAT files with datumaro; prints their boxes. Usage: read_datasets.py FOLDER

FOLDER holds `coco/annotations/instances_faces.json` and `cvat/faces.xml`.
"""

import sys
from pathlib import Path

from datumaro.components.dataset import Dataset

folder = Path(sys.argv[1])
# It looks for pictures, and goes on without any.
(folder / "coco/images/faces").mkdir(parents=True)


def boxes(path, form, is_wanted):
    dataset = Dataset.import_from(str(folder / path), form)
    return sorted(
        (item.id, box.x, box.y, box.w, box.h)
        for item in dataset for box in item.annotations if is_wanted(box.attributes))


coco = boxes("coco", "coco_instances", lambda _: True)
cvat = boxes("cvat", "cvat", lambda a: a["state"] == "observed" and not a["outside"])
print(coco)
print(coco == cvat)
