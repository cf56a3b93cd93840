// SPDX-License-Identifier: Apache-2.0
#include "haar.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace facecap {

namespace {

constexpr double profile_step = 1.2;
constexpr int fewest_neighbors = 4;

void read(cv::CascadeClassifier &cascade, const std::string &xml, const std::string &name) {
    const cv::FileStorage storage(xml, cv::FileStorage::READ | cv::FileStorage::MEMORY);
    if (!cascade.read(storage.getFirstTopLevelNode()))
        throw std::runtime_error("the " + name + " cascade is damaged");
}

}  // namespace

Haar::Haar(const std::string &frontal, const std::string &profile, const std::string &eye) {
    read(frontal_, frontal, "frontal");
    read(profile_, profile, "profile");
    read(eye_, eye, "eye");
}

const std::vector<FacecapHaarFace> &Haar::detect(
    const SourceImage &source, const FacecapView &view, const FacecapHaarSearch &search) {
    const cv::Mat &luma = small_.scale_luma(source, view);
    faces_.clear();
    add_faces(frontal_, luma, search, false);
    if (search.is_of_one_face && !faces_.empty()) return faces_;
    add_faces(profile_, luma, search, false);
    cv::flip(luma, mirrored_, 1);
    add_faces(profile_, mirrored_, search, true);
    return faces_;
}

void Haar::add_faces(
    cv::CascadeClassifier &cascade, const cv::Mat &luma, const FacecapHaarSearch &search,
    bool is_mirrored) {
    const bool is_profile = &cascade == &profile_;
    cascade.detectMultiScale(
        luma, rects_, neighbors_, is_profile ? profile_step : search.frontal_step,
        fewest_neighbors, 0, {search.smallest, search.smallest}, {search.largest, search.largest});
    const auto start = static_cast<ptrdiff_t>(faces_.size());
    for (size_t i = 0; i < rects_.size(); ++i) {
        const cv::Rect &rect = rects_[i];
        const int x = is_mirrored ? luma.cols - rect.x - rect.width : rect.x;
        faces_.push_back(
            {x, rect.y, rect.width, rect.height, neighbors_[i], is_profile ? 1 : 0});
    }
    // Threads find them in any order.
    std::sort(
        faces_.begin() + start, faces_.end(),
        [](const FacecapHaarFace &a, const FacecapHaarFace &b) {
            return std::tie(b.neighbors, a.y, a.x, a.width) <
                   std::tie(a.neighbors, b.y, b.x, b.width);
        });
}

bool Haar::find_eyes(const SourceImage &source, const FacecapView &view, double eyes[4]) {
    const cv::Mat &luma = small_.scale_luma(source, view);
    const int middle = luma.cols / 2;
    const int top = luma.rows / 6;
    const int height = luma.rows * 9 / 20;
    return find_eye(luma, {0, top, middle, height}, eyes) &&
           find_eye(luma, {middle, top, luma.cols - middle, height}, eyes + 2);
}

bool Haar::find_eye(const cv::Mat &luma, cv::Rect part, double *eye) {
    if (part.width < 1 || part.height < 1) return false;
    eye_.detectMultiScale(luma(part), rects_, neighbors_, 1.1, 3);
    int best = -1;
    for (int i = 0; i < static_cast<int>(rects_.size()); ++i) {
        const auto rank = [this](int k) {
            return std::make_tuple(neighbors_[k], rects_[k].y, rects_[k].x, rects_[k].width);
        };
        if (best < 0 || rank(i) > rank(best)) best = i;
    }
    if (best < 0) return false;
    eye[0] = part.x + rects_[best].x + rects_[best].width / 2.0;
    eye[1] = part.y + rects_[best].y + rects_[best].height / 2.0;
    return true;
}

}  // namespace facecap
