#include "centerface.hpp"

#include "centerface_heads.hpp"
#include "network_outputs.hpp"

namespace facecap {

CenterFace::CenterFace(const void *model, size_t length)
    : FaceNetwork(Channels::rgb, 2),
      model_(static_cast<const char *>(model), static_cast<const char *>(model) + length) {
    try_out();
}

void CenterFace::prepare(Pass &pass, cv::Size size) {
    if (pass.size != size) {
        pass.net = cv::dnn::readNetFromONNX(model_.data(), model_.size());
        check_outputs(pass.net, centerface_outputs());
    }
    FaceNetwork::prepare(pass, size);
}

void CenterFace::run(Pass &pass, float score_threshold, std::vector<FacecapFace> &faces) {
    pass.net.setInput(pass.input);
    pass.net.forward(outputs_, centerface_outputs());
    decode_centerface(outputs_, pass.size, score_threshold, faces);
}

}  // namespace facecap
