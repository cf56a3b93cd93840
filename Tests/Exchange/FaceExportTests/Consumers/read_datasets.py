"""Imports COCO, CVAT and MOT files with datumaro; prints their boxes. Usage: read_datasets.py FOLDER

FOLDER holds `coco/annotations/instances_faces.json` and `cvat/faces.xml`, and
`mot/faces.zip`, which is unpacked first, as CVAT does.
"""

import sys
import zipfile
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
with zipfile.ZipFile(folder / "mot/faces.zip") as archive:
    archive.extractall(folder / "mot")
mot = Dataset.import_from(str(folder / "mot"), "mot_seq")
(categories,) = mot.categories().values()
found = [(item, box) for item in mot for box in item.annotations]
print(
    coco == sorted(
        (f"frame_{int(item.id) - 1:06d}", box.x, box.y, box.w, box.h)
        for item, box in found if not box.attributes["occluded"]),
    [(label.name, index) for index, label in enumerate(categories)],
    sorted((item.id, box.label, box.attributes["track_id"], box.attributes["ignored"])
           for item, box in found if box.attributes["occluded"]))
