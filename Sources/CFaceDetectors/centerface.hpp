#pragma once

#include "face_network.hpp"

namespace facecap {

/// CenterFace. Its layers that enlarge keep the sizes of the first input they saw, at least in
/// OpenCV 4.6, so that it is read again for every other size of input; two crops make one input.
class CenterFace : public FaceNetwork {
public:
    /// Throws when the bytes are no such model.
    CenterFace(const void *model, size_t length);

protected:
    void prepare(Pass &pass, cv::Size size) override;
    void run(Pass &pass, float score_threshold, std::vector<FacecapFace> &faces) override;

private:
    std::vector<char> model_;
    std::vector<cv::Mat> outputs_;
};

}  // namespace facecap
