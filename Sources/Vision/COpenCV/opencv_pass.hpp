#pragma once

#include <opencv2/dnn.hpp>
#include <vector>

#include "bgr_image.hpp"

namespace facecap {

/// How the channels of a network's input follow each other.
enum class Channels { bgr, rgb };

/// A network of OpenCV with an input of its own: a change of the input's size makes OpenCV plan again.
struct OpenCVPass {
    cv::dnn::Net net;
    cv::Mat input;
    cv::Size size;

    /// Reads the network; throws unless it has all of these outputs. OpenCV says nothing of it.
    void read(const void *model, size_t length, const std::vector<cv::String> &names);
    /// Runs the network on an image.
    void run(
        const BgrImage &image, Channels channels, const std::vector<cv::String> &names,
        std::vector<cv::Mat> &outputs);
};

}  // namespace facecap
