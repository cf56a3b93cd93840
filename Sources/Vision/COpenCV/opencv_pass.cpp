// SPDX-License-Identifier: Apache-2.0
#include "opencv_pass.hpp"

#include <opencv2/core/utils/logger.hpp>

#include "network_outputs.hpp"

namespace facecap {

void OpenCVPass::read(const void *model, size_t length, const std::vector<cv::String> &names) {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    net = cv::dnn::readNetFromONNX(static_cast<const char *>(model), length);
    check_outputs(net, names);
}

void OpenCVPass::run(
    const BgrImage &image, Channels channels, const std::vector<cv::String> &names,
    std::vector<cv::Mat> &outputs) {
    const int shape[] = {1, 3, image.height, image.width};
    input.create(4, shape, CV_32F);
    size = {image.width, image.height};
    const size_t count = static_cast<size_t>(image.width) * image.height;
    for (int channel = 0; channel < 3; ++channel) {
        float *const plane = input.ptr<float>(0, channels == Channels::bgr ? channel : 2 - channel);
        const uint8_t *const bytes = image.bytes() + channel;
        for (size_t i = 0; i < count; ++i) plane[i] = bytes[3 * i];
    }
    net.setInput(input);
    net.forward(outputs, names);
}

}  // namespace facecap
