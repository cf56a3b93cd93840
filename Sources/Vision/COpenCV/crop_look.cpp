// SPDX-License-Identifier: Apache-2.0
#include "crop_look.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "face_overlap.hpp"

namespace facecap {

namespace {

constexpr int side = FACECAP_CROP_SIDE;
/// There is a face in a crop when the best of it scores this much.
constexpr float face_threshold = 0.3F;
/// How far from the middle of its crop a face may be, in sides.
constexpr float largest_shift = 0.3F;
/// A face has to overlap the place where it is expected by more, intersection over union.
constexpr float least_overlap = 0.25F;

void exchange_sides(FacecapFace &face) {
    face.x = side - face.x - face.width;
    for (int i = 0; i < 10; i += 2) face.points[i] = side - face.points[i];
    for (const int left : {0, 6}) {
        std::swap(face.points[left], face.points[left + 2]);
        std::swap(face.points[left + 1], face.points[left + 3]);
    }
}

}  // namespace

void CropLook::cut(const SourceImage &source, const FacecapCrop *crops, int count) {
    image.resize(side * count, side);
    for (int i = 0; i < count;) {
        const FacecapCrop &first = crops[i];
        const auto is_elsewhere = [&](const FacecapCrop &crop) {
            return crop.center_x != first.center_x || crop.center_y != first.center_y ||
                   crop.side != first.side;
        };
        const auto end =
            static_cast<int>(std::find_if(crops + i + 1, crops + count, is_elsewhere) - crops);
        small_.take(source, &first, end - i, side);
        for (; i < end; ++i) {
            small_.cut(crops[i], side);
            small_.write(image, i * side);
        }
    }
    found.clear();
}

void CropLook::choose(const FacecapCrop *crops, int count, FacecapFace *faces) {
    for (int i = 0; i < count; ++i) faces[i] = face_of_crop(crops[i], i);
}

FacecapFace CropLook::expected_face() {
    constexpr float half = side / 2.0F;
    FacecapFace expected{};
    expected.x = expected.y = half / 2;
    expected.width = expected.height = half;
    merge_overlaps(found);
    FacecapFace nearest{};
    float most = least_overlap;
    for (const FacecapFace &face : found) {
        const float common = overlap(face, expected);
        if (common <= most) continue;
        nearest = face;
        most = common;
    }
    return nearest;
}

FacecapFace CropLook::face_of_crop(const FacecapCrop &crop, int index) {
    constexpr float middle = side / 2.0F;
    const auto start = static_cast<float>(index * side);
    near_.clear();
    for (FacecapFace face : found) {
        face.x -= start;
        for (int k = 0; k < 10; k += 2) face.points[k] -= start;
        const float dx = face.x + face.width / 2 - middle;
        const float dy = face.y + face.height / 2 - middle;
        if (std::hypot(dx, dy) < largest_shift * side) near_.push_back(face);
    }
    FacecapFace face = mean_of_best(near_);
    if (face.score < face_threshold) {
        face.score = 0;
        return face;
    }
    if (crop.is_mirrored != 0) exchange_sides(face);
    return face;
}

}  // namespace facecap
