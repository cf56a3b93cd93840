#pragma once

#include <opencv2/dnn.hpp>
#include <vector>

#include "small_picture.hpp"

namespace facecap {

/// The network with its buffers.
class YuNet {
public:
    /// Throws when the bytes are no such model.
    YuNet(const void *model, size_t length);

    /// The faces of a view, best first; valid until the next call.
    const std::vector<FacecapFace> &detect(
        const SourcePicture &source, const FacecapView &view, float score_threshold);

    /// One face a crop, or one with score 0; returns how many there are.
    int look_again(
        const SourcePicture &source, const FacecapCrop *crops, int count, FacecapFace *faces);

private:
    /// The network with an input of its own: a change of the input's size makes OpenCV plan anew.
    struct Pass {
        cv::dnn::Net net;
        cv::Mat input;
        cv::Size size;

        /// Gives the input a size; its content is that of the last use.
        void prepare(cv::Size size);
        float *plane(int index) { return input.ptr<float>(0, index); }
    };

    /// Runs the network on the pass's input and decodes what comes out.
    void run(Pass &pass, float score_threshold);

    Pass view_;
    Pass crops_;
    std::vector<cv::Mat> outputs_;
    SmallPicture small_;
    std::vector<FacecapFace> faces_;
    std::vector<FacecapFace> crop_faces_;
};

}  // namespace facecap
