"""Prints the markers that pympi reads of ELAN's file, then those that praatio reads of Praat's. Usage: read_markers.py FOLDER"""

import sys

import pympi
from praatio import textgrid

elan = pympi.Elan.Eaf(f"{sys.argv[1]}/faces.eaf")
print(sorted(bout[:3] for bout in elan.get_annotation_data_for_tier("markers")))
grid = textgrid.openTextgrid(f"{sys.argv[1]}/faces.TextGrid", includeEmptyIntervals=False)
print([(round(time * 1000), label) for time, label in grid.getTier("markers").entries])
