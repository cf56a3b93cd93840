#!/usr/bin/python3
"""Decodes YuNet with numpy: what the detector is compared with.

yunet_reference.py MODEL INPUT_SIZE THRESHOLD OUT_FOLDER PICTURE...

Writes each picture's pixels as OUT_FOLDER/NAME.bgr24 and OUT_FOLDER/NAME.i420 (video range) and
prints a line a picture, `picture NAME WIDTH HEIGHT`, and one a face,
`face NAME FORMAT X Y WIDTH HEIGHT SCORE`, in pixels of the picture, best first.
"""
import os
import sys

import cv2
import numpy as np


def resize(plane, width, height):
    shrinks = plane.shape[1] >= width and plane.shape[0] >= height
    return cv2.resize(
        plane, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def scale_bgr(picture, width, height):
    return resize(picture, width, height).astype(np.float32)


def scale_i420(planes, width, height):
    y, u, v = (resize(plane, width, height).astype(np.float64) for plane in planes)
    y = (y - 16) * 255 / 219
    u = (u - 128) * 255 / 224
    v = (v - 128) * 255 / 224
    bgr = np.stack([y + 1.772 * u, y - 0.344136 * u - 0.714136 * v, y + 1.402 * v], axis=-1)
    return np.clip(bgr, 0, 255).astype(np.float32)


def intersection_over_union(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    common = max(0, width) * max(0, height)
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def detect(net, content, threshold):
    height, width = (-(-side // 32) * 32 for side in content.shape[:2])
    padded = np.zeros((height, width, 3), np.float32)
    padded[: content.shape[0], : content.shape[1]] = content
    net.setInput(padded.transpose(2, 0, 1)[np.newaxis])
    kinds = ("cls", "obj", "bbox")
    names = [f"{kind}_{stride}" for kind in kinds for stride in (8, 16, 32)]
    outputs = dict(zip(names, net.forward(names)))
    faces = []
    for stride in (8, 16, 32):
        rows, columns = np.mgrid[: height // stride, : width // stride].reshape(2, -1)
        scores = np.sqrt(
            outputs[f"cls_{stride}"].reshape(-1) * outputs[f"obj_{stride}"].reshape(-1))
        boxes = outputs[f"bbox_{stride}"].reshape(-1, 4)
        for cell in np.flatnonzero(scores >= threshold):
            w, h = np.exp(boxes[cell, 2:]) * stride
            x = (columns[cell] + boxes[cell, 0]) * stride - w / 2
            y = (rows[cell] + boxes[cell, 1]) * stride - h / 2
            faces.append((x, y, w, h, scores[cell]))
    kept = []
    for face in sorted(faces, key=lambda face: -face[4]):
        if all(intersection_over_union(face, better) <= 0.3 for better in kept):
            kept.append(face)
    return [mean_of_equals(best, faces) for best in kept]


def mean_of_equals(best, faces):
    """Of those that show the same face, weighted by how much lower than the best they are scored."""
    same = [face for face in faces if intersection_over_union(face, best) >= 0.5]
    weights = np.exp([(face[4] - best[4]) / 0.012 for face in same])
    return (*np.average([face[:4] for face in same], axis=0, weights=weights), best[4])


def main():
    model, input_size, threshold, folder = sys.argv[1:5]
    net = cv2.dnn.readNetFromONNX(model)
    for path in sys.argv[5:]:
        name = os.path.basename(path)
        picture = cv2.imread(path, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        picture = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2].copy()
        height, width = picture.shape[:2]
        i420 = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
        picture.tofile(f"{folder}/{name}.bgr24")
        i420.tofile(f"{folder}/{name}.i420")
        print("picture", name, width, height)
        samples = i420.reshape(-1)
        chroma = samples[width * height :].reshape(2, height // 2, width // 2)
        planes = (samples[: width * height].reshape(height, width), chroma[0], chroma[1])
        scale = float(input_size) / max(width, height)
        size = (int(width * scale + 0.5), int(height * scale + 0.5))
        for form, content in (
            ("bgr24", scale_bgr(picture, *size)), ("i420", scale_i420(planes, *size))):
            for face in detect(net, content, float(threshold)):
                box = np.array(face[:4]) * np.array([width / size[0], height / size[1]] * 2)
                print("face", name, form, *(f"{v:.6f}" for v in (*box, face[4])))


if __name__ == "__main__":
    main()
