#include <algorithm>
#include <stdexcept>

#include "guard.hpp"
#include "yunet.hpp"

struct FacecapYuNet {
    facecap::YuNet yunet;
};

FacecapYuNet *facecap_yunet_create(
    const void *model, size_t length, char *message, int32_t message_capacity) {
    return facecap::guarded(
        message, message_capacity, static_cast<FacecapYuNet *>(nullptr), [&] {
            if (length == 0) throw std::invalid_argument("it is empty");
            return new FacecapYuNet{{model, length}};
        });
}

void facecap_yunet_destroy(FacecapYuNet *detector) { delete detector; }

int32_t facecap_yunet_detect(
    FacecapYuNet *detector, const FacecapPicture *picture, const FacecapView *view,
    float score_threshold, FacecapFace *faces, int32_t capacity, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        const auto &found = detector->yunet.detect(
            facecap::SourcePicture(*picture), *view, score_threshold);
        const auto count = static_cast<int32_t>(found.size());
        const int32_t fitting = faces == nullptr ? 0 : std::clamp(capacity, 0, count);
        std::copy_n(found.begin(), fitting, faces);
        return count;
    });
}

int32_t facecap_yunet_look_again(
    FacecapYuNet *detector, const FacecapPicture *picture, const FacecapCrop *crops,
    int32_t count, FacecapFace *faces, char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        if (count < 1 || count > 64) throw std::invalid_argument("there must be 1 to 64 crops");
        return detector->yunet.look_again(
            facecap::SourcePicture(*picture), crops, count, faces);
    });
}
