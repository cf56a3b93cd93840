#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "facecap_detectors.h"

namespace facecap {

/// The names of the network's four outputs, in the order `decode` takes them.
const std::vector<cv::String> &centerface_outputs();

/// Adds every face that the outputs for an input of `size` score at least `threshold`, in pixels of
/// the input, rows in ascending order. Throws `std::runtime_error` for other shapes.
///
/// Each cell of 4 x 4 pixels has a score; the logarithms of height and width in units of 4 pixels;
/// the offset of the box's middle (y, x) in cells; and five points (y, x) in shares of the box.
void decode_centerface(
    const std::vector<cv::Mat> &outputs, cv::Size size, float threshold,
    std::vector<FacecapFace> &faces);

}  // namespace facecap
