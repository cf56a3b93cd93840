// SPDX-License-Identifier: Apache-2.0
#include "centerface.hpp"

#include <algorithm>
#include <cmath>

#include "network_outputs.hpp"

namespace facecap {

namespace {

constexpr int cell_side = 4;

/// The names of the network's outputs, in the order `decode` takes them.
const std::vector<cv::String> &output_names() {
    static const std::vector<cv::String> names = {"537", "538", "539", "540"};
    return names;
}

/// Adds every face that the outputs for an input of `size` score at least `threshold`, in pixels of
/// the input, rows in ascending order. Throws `std::runtime_error` for other shapes.
///
/// Each cell of 4 x 4 pixels has a score; the logarithms of height and width in units of 4 pixels;
/// the offset of the box's middle (y, x) in cells; and five points (y, x) in shares of the box.
void decode(
    const std::vector<cv::Mat> &outputs, cv::Size size, float threshold,
    std::vector<FacecapFace> &faces) {
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

}  // namespace

CenterFace::CenterFace(const void *model, size_t length)
    : model_(static_cast<const char *>(model), static_cast<const char *>(model) + length) {
    try_out();
}

void CenterFace::run(
    const BgrImage &image, int number, float threshold, std::vector<FacecapFace> &faces) {
    OpenCVPass &pass = number == view_pass ? view_ : crops_;
    if (pass.size != cv::Size(image.width, image.height)) {
        pass.read(model_.data(), model_.size(), output_names());
    }
    pass.run(image, Channels::rgb, output_names(), outputs_);
    decode(outputs_, pass.size, threshold, faces);
}

}  // namespace facecap
