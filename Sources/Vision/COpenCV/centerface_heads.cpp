// SPDX-License-Identifier: Apache-2.0
#include "centerface_heads.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "network_outputs.hpp"

namespace facecap {

namespace {
constexpr int cell_side = 4;
}

const std::vector<cv::String> &centerface_outputs() {
    static const std::vector<cv::String> names = {"537", "538", "539", "540"};
    return names;
}

void decode_centerface(
    const std::vector<cv::Mat> &outputs, cv::Size size, float threshold,
    std::vector<FacecapFace> &faces) {
    if (outputs.size() != centerface_outputs().size()) {
        throw std::runtime_error("the model's outputs are not those of its detector");
    }
    const int columns = size.width / cell_side;
    const size_t count = static_cast<size_t>(columns) * (size.height / cell_side);
    const float *const scores = output_values(outputs[0], count);
    const float *const sizes = output_values(outputs[1], 2 * count);
    const float *const offsets = output_values(outputs[2], 2 * count);
    const float *const points = output_values(outputs[3], 10 * count);
    for (size_t cell = 0; cell < count; ++cell) {
        if (!(scores[cell] >= threshold)) continue;
        const auto column = static_cast<float>(cell % columns);
        const auto row = static_cast<float>(cell / columns);
        FacecapFace face{};
        face.score = std::clamp(scores[cell], 0.0F, 1.0F);
        face.height = std::exp(sizes[cell]) * cell_side;
        face.width = std::exp(sizes[count + cell]) * cell_side;
        face.y = (row + offsets[cell] + 0.5F) * cell_side - face.height / 2;
        face.x = (column + offsets[count + cell] + 0.5F) * cell_side - face.width / 2;
        for (size_t point = 0; point < 5; ++point) {
            face.points[2 * point] = face.x + points[(2 * point + 1) * count + cell] * face.width;
            face.points[2 * point + 1] = face.y + points[2 * point * count + cell] * face.height;
        }
        if (is_sane(face, size)) faces.push_back(face);
    }
}

}  // namespace facecap
