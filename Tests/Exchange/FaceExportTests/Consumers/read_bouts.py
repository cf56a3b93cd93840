"""Prints what pympi reads of ELAN's file, then what praatio reads of Praat's. Usage: read_bouts.py FOLDER"""

import sys

import pympi
from praatio import textgrid

elan = pympi.Elan.Eaf(f"{sys.argv[1]}/faces.eaf")
print({name: sorted(bout[:3] for bout in elan.get_annotation_data_for_tier(name))
       for name in elan.get_tier_names()})
grid = textgrid.openTextgrid(f"{sys.argv[1]}/faces.TextGrid", includeEmptyIntervals=False)
print({name: [(round(start * 1000), round(end * 1000), label)
              for start, end, label in grid.getTier(name).entries] for name in grid.tierNames})
