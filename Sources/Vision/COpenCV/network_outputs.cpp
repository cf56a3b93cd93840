// SPDX-License-Identifier: Apache-2.0
#include "network_outputs.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace facecap {

namespace {
constexpr const char *other_outputs = "the model's outputs are not those of its detector";
}

void check_outputs(const cv::dnn::Net &net, const std::vector<cv::String> &names) {
    const std::vector<cv::String> outputs = net.getUnconnectedOutLayersNames();
    for (const cv::String &name : names) {
        if (std::find(outputs.begin(), outputs.end(), name) == outputs.end()) {
            throw std::runtime_error(other_outputs);
        }
    }
}

const float *output_values(const cv::Mat &output, size_t count) {
    if (output.depth() != CV_32F || !output.isContinuous() ||
        output.total() * output.channels() != count) {
        throw std::runtime_error(other_outputs);
    }
    return output.ptr<float>();
}

bool is_sane(const FacecapFace &face, cv::Size size) {
    const float reach = 4 * static_cast<float>(std::max(size.width, size.height));
    const auto is_near = [reach](float value) { return std::abs(value) <= reach; };
    return is_near(face.x) && is_near(face.y) && face.width > 0 && is_near(face.width) &&
           face.height > 0 && is_near(face.height) &&
           std::all_of(std::begin(face.points), std::end(face.points), is_near);
}

}  // namespace facecap
