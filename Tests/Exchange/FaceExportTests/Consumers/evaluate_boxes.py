"""Evaluates the boxes, and the points, against themselves with pycocotools. Usage: evaluate_boxes.py FILE"""

import contextlib
import io
import sys

from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

with contextlib.redirect_stdout(io.StringIO()):
    truth = COCO(sys.argv[1])
    found = truth.loadRes([
        {key: annotation[key] for key in ("image_id", "category_id", "bbox", "score")}
        for annotation in truth.dataset["annotations"]])
    evaluation = COCOeval(truth, found, "bbox")
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
print(len(truth.getImgIds()), len(truth.getAnnIds()), truth.loadCats(truth.getCatIds())[0]["name"])
print(round(evaluation.stats[0], 6), round(evaluation.stats[8], 6))
