// SPDX-License-Identifier: Apache-2.0
#include "canvas.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "color.hpp"

namespace facecap_drawing {

namespace {
constexpr int largest_side = 1 << 16;
}

Canvas::Canvas(const FacecapCanvas &canvas)
    : width(canvas.width),
      height(canvas.height),
      quarter_turns(canvas.quarter_turns),
      is_mirrored(canvas.is_mirrored != 0),
      is_full_range(canvas.is_full_range != 0) {
    if (width < 1 || height < 1 || width > largest_side || height > largest_side) {
        throw std::invalid_argument("an image must have 1 to 65536 pixels along each side");
    }
    if (quarter_turns < 0 || quarter_turns > 3) {
        throw std::invalid_argument("an image is turned by 0 to 3 quarters");
    }
    for (int i = 0; i < 3; ++i) {
        const int columns = i == 0 ? width : (width + 1) / 2;
        const int rows = i == 0 ? height : (height + 1) / 2;
        if (canvas.planes[i] == nullptr || canvas.bytes_per_row[i] < columns) {
            throw std::invalid_argument("a plane is missing, or its rows are too short");
        }
        planes[i] = cv::Mat(
            rows, columns, CV_8UC1, canvas.planes[i], static_cast<size_t>(canvas.bytes_per_row[i]));
    }
}

cv::Size Canvas::shown_size() const {
    return quarter_turns % 2 == 0 ? cv::Size(width, height) : cv::Size(height, width);
}

cv::Point2d Canvas::stored(FacecapCanvasPoint shown) const {
    if (is_mirrored) shown.x = shown_size().width - shown.x;
    switch (quarter_turns) {
        case 1: return {shown.y, height - shown.x};
        case 2: return {width - shown.x, height - shown.y};
        case 3: return {width - shown.y, shown.x};
        default: return {shown.x, shown.y};
    }
}

Sample Canvas::sample(FacecapCanvasColor color) const {
    const ColorConversion conversion(is_full_range);
    const auto red = static_cast<float>(color.red);
    const auto green = static_cast<float>(color.green);
    const auto blue = static_cast<float>(color.blue);
    return {
        conversion.luma(red, green, blue), conversion.cb(red, green, blue),
        conversion.cr(red, green, blue)};
}

bool is_near(double value) {
    return std::isfinite(value) && std::abs(value) <= FACECAP_CANVAS_REACH;
}

bool are_near(const FacecapCanvasPoint *points, int count) {
    return std::all_of(points, points + count, [](const FacecapCanvasPoint &point) {
        return is_near(point.x) && is_near(point.y);
    });
}

}  // namespace facecap_drawing
