// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "centerface.hpp"
#include "guard.hpp"
#include "yunet.hpp"

struct FacecapFaceNetwork {
    std::unique_ptr<facecap::FaceNetwork> network;
};

namespace {

std::unique_ptr<facecap::FaceNetwork> make_network(
    FacecapFaceNetworkKind kind, const void *model, size_t length, const char *kernel) {
    if (length == 0) throw std::invalid_argument("it is empty");
    switch (kind) {
        case FACECAP_NETWORK_YUNET:
            return facecap::make_yunet(model, length, kernel);
        case FACECAP_NETWORK_CENTERFACE:
            return std::make_unique<facecap::CenterFace>(model, length);
    }
    throw std::invalid_argument("there is no such kind of network");
}

}  // namespace

FacecapFaceNetwork *facecap_face_network_create(
    FacecapFaceNetworkKind kind, const void *model, size_t length, const char *kernel, char *message,
    int32_t message_capacity) {
    return facecap::guarded(
        message, message_capacity, static_cast<FacecapFaceNetwork *>(nullptr),
        [&] { return new FacecapFaceNetwork{make_network(kind, model, length, kernel)}; });
}

void facecap_face_network_destroy(FacecapFaceNetwork *detector) { delete detector; }

const char *facecap_face_network_kernel(const FacecapFaceNetwork *detector) {
    return detector->network->kernel();
}

void facecap_face_network_use_threads(FacecapFaceNetwork *detector, int32_t count) {
    detector->network->use_threads(count);
}

int32_t facecap_face_network_detect(
    FacecapFaceNetwork *detector, const FacecapImage *image, const FacecapView *view,
    float score_threshold, FacecapFace *faces, int32_t capacity, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        const auto &found = detector->network->detect(
            facecap::SourceImage(*image), *view, score_threshold);
        const auto count = static_cast<int32_t>(found.size());
        const int32_t fitting = faces == nullptr ? 0 : std::clamp(capacity, 0, count);
        std::copy_n(found.begin(), fitting, faces);
        return count;
    });
}

int32_t facecap_face_network_look(
    FacecapFaceNetwork *detector, const FacecapImage *image, const FacecapCrop *crops,
    int32_t count, int32_t follows, float score_threshold, FacecapFace *faces, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        if (count < 1 || count > 64) throw std::invalid_argument("there must be 1 to 64 crops");
        detector->network->look(
            facecap::SourceImage(*image), crops, count, follows != 0, score_threshold, faces);
        return 0;
    });
}
