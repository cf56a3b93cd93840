#include "yunet.hpp"

#include "network_outputs.hpp"
#include "yunet_heads.hpp"

namespace facecap {

YuNet::YuNet(const void *model, size_t length) : FaceNetwork(Channels::bgr, 64) {
    view_.net = cv::dnn::readNetFromONNX(static_cast<const char *>(model), length);
    crops_.net = cv::dnn::readNetFromONNX(static_cast<const char *>(model), length);
    check_outputs(view_.net, yunet_outputs());
    try_out();
}

void YuNet::run(Pass &pass, float score_threshold, std::vector<FacecapFace> &faces) {
    pass.net.setInput(pass.input);
    pass.net.forward(outputs_, yunet_outputs());
    decode_yunet(outputs_, pass.size, score_threshold, faces);
}

}  // namespace facecap
