// SPDX-License-Identifier: Apache-2.0
#include "other_faces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "source_image.hpp"

namespace facecap {

namespace {

constexpr uint8_t gray = 128;
/// Of the side of a crop, which is 1.4 times that of its face: a smaller box nearer to the middle is no other face, but a
/// part of this one that was taken for a face.
constexpr double part_side = 0.35;

/// The square of how far a place lies from the middle of a box: 1 on the ellipse in it.
double square_distance(const FacecapBox &box, double x, double y) {
    const double right = 2 * (x - box.x) / box.width - 1;
    const double down = 2 * (y - box.y) / box.height - 1;
    return right * right + down * down;
}

/// Whether a box may show in a crop, and is not a part of the crop's face.
bool shows(const FacecapBox &box, const FacecapCrop &crop) {
    // A crop reaches no further than half its diagonal.
    const double reach = crop.side * std::sqrt(0.5);
    const double right = box.x + box.width / 2 - crop.center_x;
    const double down = box.y + box.height / 2 - crop.center_y;
    const double part = part_side * crop.side;
    const bool is_part =
        std::max(box.width, box.height) < part && std::hypot(right, down) < part;
    return !is_part && std::abs(right) < reach + box.width / 2 &&
           std::abs(down) < reach + box.height / 2;
}

}  // namespace

void hide_other_faces(
    BgrImage &image, const FacecapCrop &crop, const FacecapBox *boxes, int count) {
    // Most images show one face.
    if (count < 2) return;
    std::vector<FacecapBox> others;
    std::copy_if(
        boxes, boxes + count, std::back_inserter(others),
        [&](const FacecapBox &box) { return shows(box, crop); });
    if (others.size() < 2) return;
    const auto from_middle = [&](const FacecapBox &box) {
        return square_distance(box, crop.center_x, crop.center_y);
    };
    const auto nearest = std::min_element(
        others.begin(), others.end(), [&](const FacecapBox &a, const FacecapBox &b) {
            return from_middle(a) < from_middle(b);
        });
    const FacecapBox own = *nearest;
    others.erase(nearest);
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
            const bool is_other =
                std::any_of(others.begin(), others.end(), [&](const FacecapBox &box) {
                    const double distance = square_distance(box, x, y);
                    return distance < 1 && distance < square_distance(own, x, y);
                });
            if (is_other) std::fill_n(image.pixel(column, row), 3, gray);
        }
    }
}

}  // namespace facecap
