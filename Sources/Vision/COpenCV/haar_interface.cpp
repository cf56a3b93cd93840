// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "guard.hpp"
#include "haar.hpp"

struct FacecapHaar {
    facecap::Haar haar;
};

FacecapHaar *facecap_haar_create(
    const char *frontal, const char *profile, const char *eye, char *message,
    int32_t message_capacity) {
    return facecap::guarded(
        message, message_capacity, static_cast<FacecapHaar *>(nullptr), [&] {
            return new FacecapHaar{{frontal, profile, eye}};
        });
}

void facecap_haar_destroy(FacecapHaar *detector) { delete detector; }

int32_t facecap_haar_detect(
    FacecapHaar *detector, const FacecapImage *image, const FacecapView *view,
    FacecapHaarSearch search, FacecapHaarFace *faces, int32_t capacity, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        const auto &found = detector->haar.detect(facecap::SourceImage(*image), *view, search);
        const auto count = static_cast<int32_t>(found.size());
        const int32_t fitting = faces == nullptr ? 0 : std::clamp(capacity, 0, count);
        std::copy_n(found.begin(), fitting, faces);
        return count;
    });
}

int32_t facecap_haar_find_eyes(
    FacecapHaar *detector, const FacecapImage *image, const FacecapView *view, double *eyes,
    char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        const facecap::SourceImage source(*image);
        return detector->haar.find_eyes(source, *view, eyes) ? 1 : 0;
    });
}
