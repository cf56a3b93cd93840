#pragma once

#include "facecap_detectors.h"

namespace facecap {

/// The sides of the squares that the network says something of, in pixels.
constexpr int yunet_strides[] = {8, 16, 32};

/// The score of a cell from its two probabilities.
float yunet_score(float face_class, float object);

/// Where a cell begins.
struct YuNetCell {
    float column, row, stride;
};

/// The face of a cell from its four values for the box and the ten for the points, in pixels.
FacecapFace yunet_face(YuNetCell cell, float score, const float *box, const float *points);

}  // namespace facecap
