// SPDX-License-Identifier: Apache-2.0
#include "centerface.hpp"

#include "centerface_heads.hpp"

namespace facecap {

CenterFace::CenterFace(const void *model, size_t length)
    : model_(static_cast<const char *>(model), static_cast<const char *>(model) + length) {
    try_out();
}

void CenterFace::run(
    const BgrImage &image, int number, float threshold, std::vector<FacecapFace> &faces) {
    OpenCVPass &pass = number == view_pass ? view_ : crops_;
    if (pass.size != cv::Size(image.width, image.height)) {
        pass.read(model_.data(), model_.size(), centerface_outputs());
    }
    pass.run(image, Channels::rgb, centerface_outputs(), outputs_);
    decode_centerface(outputs_, pass.size, threshold, faces);
}

}  // namespace facecap
