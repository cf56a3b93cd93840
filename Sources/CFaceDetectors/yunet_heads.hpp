#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "facecap_detectors.h"

namespace facecap {

/// The names of the network's twelve outputs, in the order `decode` takes them.
const std::vector<cv::String> &yunet_outputs();

/// Adds every face that the outputs for an input of `size` score at least `threshold`, in pixels of
/// the input, strides and rows in ascending order. Throws `std::runtime_error` for other shapes.
void decode_yunet(
    const std::vector<cv::Mat> &outputs, cv::Size size, float threshold,
    std::vector<FacecapFace> &faces);

}  // namespace facecap
