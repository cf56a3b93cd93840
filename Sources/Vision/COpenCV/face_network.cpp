// SPDX-License-Identifier: Apache-2.0
#include "face_network.hpp"

#include <algorithm>

#include "face_overlap.hpp"
#include "parallel.hpp"

namespace facecap {

namespace {

int multiple_of_32(int value) { return (value + 31) / 32 * 32; }

}  // namespace

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
    merge_overlaps(faces_);
    return faces_;
}

void FaceNetwork::look(
    const SourceImage &source, const FacecapCrop *crops, int count, bool follows, float threshold,
    FacecapFace *faces) {
    const int at_once = follows ? 1 : crops_at_once;
    const int inputs = (count + at_once - 1) / at_once;
    const int passes = make_crop_passes(std::min<int>({threads_, inputs, FACECAP_MOST_THREADS}));
    if (crop_looks_.size() < static_cast<size_t>(passes)) crop_looks_.resize(passes);
    const float least = std::max(threshold, CropLook::threshold);
    share_crops(
        crop_looks_, passes, count, at_once,
        [&](CropLook &look, int index, int first, int length) {
            look.cut(source, crops + first, length);
            run(look.image, view_pass + 1 + index, least, look.found);
            if (follows) {
                faces[first] = look.expected_face();
            } else {
                look.choose(crops + first, length, faces + first);
            }
        });
}

}  // namespace facecap
