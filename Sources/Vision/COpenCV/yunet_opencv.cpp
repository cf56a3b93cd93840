// SPDX-License-Identifier: Apache-2.0
#include "network_outputs.hpp"
#include "opencv_pass.hpp"
#include "yunet.hpp"
#include "yunet_cells.hpp"

namespace facecap {

namespace {

/// The names of the network's twelve outputs.
const std::vector<cv::String> &output_names() {
    static const std::vector<cv::String> names = {
        "cls_8",  "cls_16",  "cls_32",  "obj_8", "obj_16", "obj_32",
        "bbox_8", "bbox_16", "bbox_32", "kps_8", "kps_16", "kps_32"};
    return names;
}

class OpenCVYuNet final : public FaceNetwork {
public:
    OpenCVYuNet(const void *model, size_t length) {
        view_.read(model, length, output_names());
        crops_.read(model, length, output_names());
        try_out();
    }

    const char *kernel() const override { return "opencv"; }

protected:
    void run(
        const BgrImage &image, int number, float threshold,
        std::vector<FacecapFace> &faces) override {
        OpenCVPass &pass = number == view_pass ? view_ : crops_;
        pass.run(image, Channels::bgr, output_names(), outputs_);
        for (size_t level = 0; level < 3; ++level) add_faces(level, pass.size, threshold, faces);
    }

private:
    void add_faces(
        size_t level, cv::Size size, float threshold, std::vector<FacecapFace> &faces) {
        const int stride = yunet_strides[level];
        const int columns = size.width / stride;
        const size_t count = static_cast<size_t>(columns) * (size.height / stride);
        const float *const classes = output_values(outputs_[level], count);
        const float *const objects = output_values(outputs_[3 + level], count);
        const float *const boxes = output_values(outputs_[6 + level], 4 * count);
        const float *const points = output_values(outputs_[9 + level], 10 * count);
        for (size_t cell = 0; cell < count; ++cell) {
            const float score = yunet_score(classes[cell], objects[cell]);
            if (!(score >= threshold)) continue;
            const YuNetCell place = {
                static_cast<float>(cell % columns), static_cast<float>(cell / columns),
                static_cast<float>(stride)};
            const FacecapFace face =
                yunet_face(place, score, boxes + 4 * cell, points + 10 * cell);
            if (is_sane(face, size)) faces.push_back(face);
        }
    }

    OpenCVPass view_;
    OpenCVPass crops_;
    std::vector<cv::Mat> outputs_;
};

}  // namespace

std::unique_ptr<FaceNetwork> make_opencv_yunet(const void *model, size_t length) {
    return std::make_unique<OpenCVYuNet>(model, length);
}

}  // namespace facecap
