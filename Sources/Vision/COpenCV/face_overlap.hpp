#pragma once

#include <vector>

#include "facecap_detectors.h"

namespace facecap {

/// Intersection over union of the boxes, 0...1.
float overlap(const FacecapFace &a, const FacecapFace &b);

/// Sorts by descending score, equal scores by place, and leaves one of those that show the same face: the best one,
/// its box and its points the means of its own and of those beside it that are scored nearly as high.
void merge_overlaps(std::vector<FacecapFace> &faces);

/// The mean of all faces that overlap the best one by half or more, weighted by their scores; its
/// score is the best one's. Of no faces it is a face with score 0.
FacecapFace mean_of_best(const std::vector<FacecapFace> &faces);

}  // namespace facecap
