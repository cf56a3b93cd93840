// SPDX-License-Identifier: Apache-2.0
#include "face_overlap.hpp"

#include <algorithm>
#include <tuple>

namespace facecap {

float overlap(const FacecapFace &a, const FacecapFace &b) {
    const float width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const float height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) return 0;
    const float common = width * height;
    return common / (a.width * a.height + b.width * b.height - common);
}

void suppress_overlaps(std::vector<FacecapFace> &faces, float limit) {
    std::sort(faces.begin(), faces.end(), [](const FacecapFace &a, const FacecapFace &b) {
        return std::tie(b.score, a.y, a.x, a.width) < std::tie(a.score, b.y, b.x, b.width);
    });
    auto end = faces.begin();
    for (const FacecapFace &face : faces) {
        const bool is_new = std::all_of(faces.begin(), end, [&](const FacecapFace &better) {
            return overlap(face, better) <= limit;
        });
        if (is_new) *end++ = face;
    }
    faces.erase(end, faces.end());
}

FacecapFace mean_of_best(const std::vector<FacecapFace> &faces) {
    FacecapFace mean{};
    const auto best = std::max_element(
        faces.begin(), faces.end(),
        [](const FacecapFace &a, const FacecapFace &b) { return a.score < b.score; });
    if (best == faces.end()) return mean;
    float weight = 0;
    for (const FacecapFace &face : faces) {
        if (overlap(face, *best) < 0.5F) continue;
        weight += face.score;
        mean.x += face.score * face.x;
        mean.y += face.score * face.y;
        mean.width += face.score * face.width;
        mean.height += face.score * face.height;
        for (int i = 0; i < 10; ++i) mean.points[i] += face.score * face.points[i];
    }
    mean.x /= weight;
    mean.y /= weight;
    mean.width /= weight;
    mean.height /= weight;
    for (float &value : mean.points) value /= weight;
    mean.score = best->score;
    return mean;
}

}  // namespace facecap
