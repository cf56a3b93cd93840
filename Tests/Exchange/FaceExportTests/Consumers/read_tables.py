"""Reads the tables as people do with pandas; prints what they hold. Usage: read_tables.py FOLDER"""

import sys
from pathlib import Path

import pandas

folder = Path(sys.argv[1])

faces = pandas.read_csv(folder / "csv")
observed = faces[faces["state"] == "observed"].astype({"id": int})
print("csv", faces["frame"].nunique(), list(zip(observed["frame"], observed["id"])),
      observed["left_px"].tolist(), faces["pts"].is_monotonic_increasing)

records = pandas.read_json(folder / "jsonl", lines=True)
frames = records[records["type"] == "faces"].explode("faces").dropna(subset="faces")
boxes = pandas.json_normalize(frames["faces"].tolist())
seen = (boxes["state"] == "observed").to_numpy()
print("jsonl", records["frame"].dropna().nunique(),
      list(zip(frames["frame"].astype(int)[seen], boxes["id"][seen])),
      (boxes["bounds.x"][seen] * 1280).tolist())

pose = pandas.read_csv(folder / "openface", skipinitialspace=True)
found = pose[pose["success"] == 1]
print("openface", pose["frame"].nunique(), list(zip(found["frame"] - 1, found["face_id"])),
      found["pose_Rz"].dropna().round(4).tolist())
