"""Writes images of six sizes and what OpenCV's network says of each.

Usage: yunet_outputs.py MODEL FOLDER PICTURE...

For each picture and size one file in FOLDER, NAME.WIDTHxHEIGHT: the packed BGR bytes, then for
cells of 8, 16 and 32 pixels 16 little-endian floats a cell: class, object, box and points.
"""

import pathlib
import sys

import cv2
import numpy

SIZES = [(64, 64), (96, 96), (192, 96), (320, 192), (640, 384), (640, 640)]


def main(model, folder, *pictures):
    names = [f"{kind}_{cell}" for cell in (8, 16, 32) for kind in ("cls", "obj", "bbox", "kps")]
    for width, height in SIZES:
        # Some versions keep sizes of the first input.
        net = cv2.dnn.readNetFromONNX(model)
        for picture in map(pathlib.Path, pictures):
            image = cv2.resize(cv2.imread(str(picture)), (width, height), interpolation=cv2.INTER_AREA)
            net.setInput(cv2.dnn.blobFromImage(image))
            outputs = net.forward(names)
            with open(pathlib.Path(folder) / f"{picture.stem}.{width}x{height}", "wb") as file:
                file.write(image.tobytes())
                for level in range(3):
                    parts = [part.reshape(-1, part.shape[-1]) for part in outputs[4 * level :][:4]]
                    file.write(numpy.hstack(parts).astype("<f4").tobytes())


main(*sys.argv[1:])
