"""Evaluates the tracks against themselves with motmetrics. Usage: evaluate_tracks.py FILE"""

import sys

import numpy

# motmetrics 1.4 asks for a function that NumPy 2 has no longer.
numpy.asfarray = lambda values: numpy.asarray(values, dtype=float)

import motmetrics

tracks = motmetrics.io.loadtxt(sys.argv[1], fmt=motmetrics.io.Format.MOT15_2D)
# The reader counts pixels from 1.
print([(int(frame), int(id), float(row.X + 1), float(row.Y + 1), float(row.Width),
        float(row.Height), float(row.Confidence))
       for (frame, id), row in tracks.iterrows()])
events = motmetrics.utils.compare_to_groundtruth(tracks, tracks, "iou", distth=0.5)
summary = motmetrics.metrics.create().compute(
    events, metrics=["num_objects", "mota", "idf1", "num_switches"])
print(summary.iloc[0].tolist())
