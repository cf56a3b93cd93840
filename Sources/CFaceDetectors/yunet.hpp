#pragma once

#include "face_network.hpp"

namespace facecap {

/// YuNet 2023. It takes any size of input, so that all crops go into one.
class YuNet : public FaceNetwork {
public:
    /// Throws when the bytes are no such model.
    YuNet(const void *model, size_t length);

protected:
    void run(Pass &pass, float score_threshold, std::vector<FacecapFace> &faces) override;

private:
    std::vector<cv::Mat> outputs_;
};

}  // namespace facecap
