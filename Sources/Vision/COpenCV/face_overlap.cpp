// SPDX-License-Identifier: Apache-2.0
#include "face_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace facecap {

namespace {

/// What overlaps a surer face by more, intersection over union, shows the same one.
constexpr float same_face = 0.3F;
/// What overlaps the best face by as much counts in its mean.
constexpr float least_common = 0.5F;
/// A face that is scored by so much lower than the best one counts 1/e of it. So small a difference is noise: which one is
/// the best then changes from frame to frame, and with it the box, by up to 2 % of its width.
constexpr float score_noise = 0.012F;

/// The mean of faces, each with a weight.
class FaceMean {
public:
    void add(const FacecapFace &face, float weight) {
        weight_ += weight;
        sum_.x += weight * face.x;
        sum_.y += weight * face.y;
        sum_.width += weight * face.width;
        sum_.height += weight * face.height;
        for (int i = 0; i < 10; ++i) sum_.points[i] += weight * face.points[i];
    }

    /// Of what was added, at least one face.
    FacecapFace value(float score) const {
        FacecapFace mean = sum_;
        mean.x /= weight_;
        mean.y /= weight_;
        mean.width /= weight_;
        mean.height /= weight_;
        for (float &value : mean.points) value /= weight_;
        mean.score = score;
        return mean;
    }

private:
    FacecapFace sum_{};
    float weight_ = 0;
};

}  // namespace

float overlap(const FacecapFace &a, const FacecapFace &b) {
    const float width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const float height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) return 0;
    const float common = width * height;
    return common / (a.width * a.height + b.width * b.height - common);
}

void merge_overlaps(std::vector<FacecapFace> &faces) {
    std::sort(faces.begin(), faces.end(), [](const FacecapFace &a, const FacecapFace &b) {
        return std::tie(b.score, a.y, a.x, a.width) < std::tie(a.score, b.y, b.x, b.width);
    });
    auto end = faces.begin();
    for (FacecapFace &face : faces) {
        const bool is_new = std::all_of(faces.begin(), end, [&](const FacecapFace &better) {
            return overlap(face, better) <= same_face;
        });
        if (is_new) std::swap(*end++, face);
    }
    for (auto best = faces.begin(); best != end; ++best) {
        FaceMean mean;
        mean.add(*best, 1);
        std::for_each(end, faces.end(), [&](const FacecapFace &face) {
            if (overlap(face, *best) < least_common) return;
            mean.add(face, std::exp((face.score - best->score) / score_noise));
        });
        *best = mean.value(best->score);
    }
    faces.erase(end, faces.end());
}

FacecapFace mean_of_best(const std::vector<FacecapFace> &faces) {
    const auto best = std::max_element(
        faces.begin(), faces.end(),
        [](const FacecapFace &a, const FacecapFace &b) { return a.score < b.score; });
    if (best == faces.end()) return {};
    FaceMean mean;
    for (const FacecapFace &face : faces) {
        if (overlap(face, *best) >= least_common) mean.add(face, face.score);
    }
    return mean.value(best->score);
}

}  // namespace facecap
