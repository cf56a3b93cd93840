#include "yunet_heads.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "network_outputs.hpp"

namespace facecap {

namespace {

constexpr std::array<int, 3> strides = {8, 16, 32};

}  // namespace

const std::vector<cv::String> &yunet_outputs() {
    static const std::vector<cv::String> names = {
        "cls_8",  "cls_16",  "cls_32",  "obj_8", "obj_16", "obj_32",
        "bbox_8", "bbox_16", "bbox_32", "kps_8", "kps_16", "kps_32"};
    return names;
}

void decode_yunet(
    const std::vector<cv::Mat> &outputs, cv::Size size, float threshold,
    std::vector<FacecapFace> &faces) {
    if (outputs.size() != yunet_outputs().size()) {
        throw std::runtime_error("the model's outputs are not those of YuNet 2023");
    }
    for (size_t level = 0; level < strides.size(); ++level) {
        const int columns = size.width / strides[level];
        const auto stride = static_cast<float>(strides[level]);
        const size_t count = static_cast<size_t>(columns) * (size.height / strides[level]);
        const float *const classes = output_values(outputs[level], count);
        const float *const objects = output_values(outputs[3 + level], count);
        const float *const boxes = output_values(outputs[6 + level], 4 * count);
        const float *const points = output_values(outputs[9 + level], 10 * count);
        for (size_t cell = 0; cell < count; ++cell) {
            const float face_class = std::clamp(classes[cell], 0.0F, 1.0F);
            const float face_score = std::sqrt(face_class * std::clamp(objects[cell], 0.0F, 1.0F));
            if (!(face_score >= threshold)) continue;
            const auto column = static_cast<float>(cell % columns);
            const auto row = static_cast<float>(cell / columns);
            FacecapFace face{};
            face.score = face_score;
            face.width = std::exp(boxes[4 * cell + 2]) * stride;
            face.height = std::exp(boxes[4 * cell + 3]) * stride;
            face.x = (column + boxes[4 * cell]) * stride - face.width / 2;
            face.y = (row + boxes[4 * cell + 1]) * stride - face.height / 2;
            for (size_t point = 0; point < 5; ++point) {
                const float *const offset = points + 10 * cell + 2 * point;
                face.points[2 * point] = (column + offset[0]) * stride;
                face.points[2 * point + 1] = (row + offset[1]) * stride;
            }
            if (is_sane(face, size)) faces.push_back(face);
        }
    }
}

}  // namespace facecap
