"""Imports a folder of COCO with datumaro; prints a line for each image and its boxes. Usage: read_folder.py FOLDER"""

import sys

from datumaro.components.dataset import Dataset

dataset = Dataset.import_from(sys.argv[1], "coco")
for item in sorted(dataset, key=lambda item: (item.subset, item.id)):
    height, width, _ = item.media.data.shape  # Decodes the image.
    boxes = [annotation.type.name for annotation in item.annotations]
    print(item.subset, item.id, f"{width}x{height}", boxes)
