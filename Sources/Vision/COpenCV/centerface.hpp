#pragma once

#include "face_network.hpp"
#include "opencv_pass.hpp"

namespace facecap {

/// CenterFace on OpenCV. Its layers that enlarge keep the sizes of the first input they saw, at least
/// in OpenCV 4.6, so that it is read again for every other size of input.
class CenterFace final : public FaceNetwork {
public:
    /// Throws when the bytes are no such model.
    CenterFace(const void *model, size_t length);

    const char *kernel() const override { return "opencv"; }

protected:
    void run(
        const BgrImage &image, int number, float threshold,
        std::vector<FacecapFace> &faces) override;

private:
    std::vector<char> model_;
    OpenCVPass view_;
    OpenCVPass crops_;
    std::vector<cv::Mat> outputs_;
};

}  // namespace facecap
