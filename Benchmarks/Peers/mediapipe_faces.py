"""Prints the CPU milliseconds that MediaPipe's faces take for each frame of a video.

Usage: mediapipe_faces.py VIDEO MODEL (0: detection, short range; 1: detection, full range; mesh: face mesh)
Decoding by OpenCV on one thread is included, loading of the model is not.
"""
import os
import resource
import sys

os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "threads;1"
import cv2
import mediapipe

UNTIMED = 5


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    cv2.setNumThreads(1)
    if sys.argv[2] == "mesh":
        detector = mediapipe.solutions.face_mesh.FaceMesh(max_num_faces=1)
    else:
        detector = mediapipe.solutions.face_detection.FaceDetection(
            model_selection=int(sys.argv[2]), min_detection_confidence=0.5)
    video = cv2.VideoCapture(sys.argv[1])
    frames = faces = 0
    start = 0.0
    while True:
        if frames == UNTIMED:
            start = cpu_seconds()
        success, image = video.read()
        if not success:
            break
        found = detector.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
        frames += 1
        faces += len(getattr(found, "detections", None) or getattr(found, "multi_face_landmarks", None) or [])
    print((cpu_seconds() - start) * 1000 / (frames - UNTIMED), faces / frames)


main()
