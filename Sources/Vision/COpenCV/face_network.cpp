// SPDX-License-Identifier: Apache-2.0
#include "face_network.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "face_overlap.hpp"
#include "facecap_networks.h"

namespace facecap {

namespace {

constexpr float largest_overlap = 0.3F;

int multiple_of_32(int value) { return (value + 31) / 32 * 32; }

}  // namespace

/// Crops that threads look at, each taking the next ones.
struct FaceNetwork::Looks {
    FaceNetwork &network;
    const SourceImage &source;
    const FacecapCrop *crops;
    int count;
    FacecapFace *faces;
    /// Crops that make one input.
    int at_once;
    /// Whether the face is wanted that each crop was made for, and not the best one.
    bool follows;
    /// What a face has to score.
    float threshold;
    std::atomic<int> next{0};
};

void FaceNetwork::try_out() {
    image_.resize(64, 64);
    faces_.clear();
    run(image_, view_pass, 1, faces_);
}

const std::vector<FacecapFace> &FaceNetwork::detect(
    const SourceImage &source, const FacecapView &view, float score_threshold) {
    small_.scale(source, view);
    image_.resize(multiple_of_32(view.content_width), multiple_of_32(view.content_height));
    small_.write(image_, 0);
    faces_.clear();
    run(image_, view_pass, score_threshold, faces_);
    suppress_overlaps(faces_, largest_overlap);
    return faces_;
}

int FaceNetwork::look(
    const SourceImage &source, const FacecapCrop *crops, int count, bool follows, float threshold,
    FacecapFace *faces) {
    Looks looks{
        *this, source, crops, count, faces, follows ? 1 : crops_at_once, follows,
        std::max(threshold, CropLook::threshold)};
    const int inputs = (looks.count + looks.at_once - 1) / looks.at_once;
    const int passes = make_crop_passes(std::min<int>({threads_, inputs, FACECAP_MOST_THREADS}));
    if (crop_looks_.size() < static_cast<size_t>(passes)) crop_looks_.resize(passes);
    const auto body = [](int32_t index, void *context) {
        Looks &looks = *static_cast<Looks *>(context);
        looks.network.look(looks.network.crop_looks_[index], view_pass + 1 + index, looks);
    };
    facecap_run_parallel(passes, passes, body, &looks);
    for (CropLook &look : crop_looks_) {
        if (look.failure) std::rethrow_exception(std::exchange(look.failure, nullptr));
    }
    return static_cast<int>(std::count_if(
        looks.faces, looks.faces + looks.count,
        [](const FacecapFace &face) { return face.score > 0; }));
}

/// Runs on a thread of its own, which no exception may leave.
void FaceNetwork::look(CropLook &look, int pass, Looks &looks) {
    try {
        while (true) {
            const int first = looks.next.fetch_add(looks.at_once);
            if (first >= looks.count) return;
            const int length = std::min(looks.at_once, looks.count - first);
            look.cut(looks.source, looks.crops + first, length);
            run(look.image, pass, looks.threshold, look.found);
            if (looks.follows) {
                looks.faces[first] = look.expected_face();
            } else {
                look.choose(looks.crops + first, length, looks.faces + first);
            }
        }
    } catch (...) {
        look.failure = std::current_exception();
    }
}

}  // namespace facecap
