#pragma once

#include <opencv2/dnn.hpp>
#include <vector>

#include "facecap_detectors.h"

namespace facecap {

/// Throws `std::runtime_error` unless the network has all of these outputs.
void check_outputs(const cv::dnn::Net &net, const std::vector<cv::String> &names);

/// The values of one output; throws `std::runtime_error` unless they are `count` floats.
const float *output_values(const cv::Mat &output, size_t count);

/// Whether a face lies in or near an input of `size`, with finite numbers and a box that is not empty.
bool is_sane(const FacecapFace &face, cv::Size size);

}  // namespace facecap
