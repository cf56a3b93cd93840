// SPDX-License-Identifier: Apache-2.0
#include "other_faces.hpp"

#include <algorithm>
#include <cmath>

#include "source_image.hpp"

namespace facecap {

namespace {

constexpr uint8_t gray = 128;

/// The square of how far a place lies from the middle of a box: 1 on the ellipse in it.
double square_distance(const FacecapBox &box, double x, double y) {
    const double right = 2 * (x - box.x) / box.width - 1;
    const double down = 2 * (y - box.y) / box.height - 1;
    return right * right + down * down;
}

}  // namespace

void hide_other_faces(
    BgrImage &image, const FacecapCrop &crop, const std::vector<FacecapBox> &boxes) {
    const auto from_middle = [&](const FacecapBox &box) {
        return square_distance(box, crop.center_x, crop.center_y);
    };
    const auto own = std::min_element(
        boxes.begin(), boxes.end(), [&](const FacecapBox &a, const FacecapBox &b) {
            return from_middle(a) < from_middle(b);
        });
    // A crop reaches no further than half its diagonal.
    const double reach = crop.side * std::sqrt(0.5);
    std::vector<FacecapBox> others;
    for (auto box = boxes.begin(); box != boxes.end(); ++box) {
        const bool is_near = box->x < crop.center_x + reach &&
                             box->x + box->width > crop.center_x - reach &&
                             box->y < crop.center_y + reach &&
                             box->y + box->height > crop.center_y - reach;
        if (box != own && is_near) others.push_back(*box);
    }
    if (others.empty()) return;
    const double scale = crop.side / image.width;
    const double cosine = scale * std::cos(crop.turn_degrees * CV_PI / 180);
    const double sine = scale * std::sin(crop.turn_degrees * CV_PI / 180);
    for (int row = 0; row < image.height; ++row) {
        const double down = row + 0.5 - image.height / 2.0;
        for (int column = 0; column < image.width; ++column) {
            const double offset = column + 0.5 - image.width / 2.0;
            const double right = crop.is_mirrored != 0 ? -offset : offset;
            const double x = crop.center_x + right * cosine - down * sine;
            const double y = crop.center_y + right * sine + down * cosine;
            const double nearest = std::min(1.0, square_distance(*own, x, y));
            const bool is_other = std::any_of(
                others.begin(), others.end(),
                [&](const FacecapBox &box) { return square_distance(box, x, y) < nearest; });
            if (is_other) std::fill_n(image.pixel(column, row), 3, gray);
        }
    }
}

}  // namespace facecap
