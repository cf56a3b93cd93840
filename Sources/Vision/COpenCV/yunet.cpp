// SPDX-License-Identifier: Apache-2.0
#include "yunet.hpp"

#include <cstring>

#include "facecap_networks.h"

namespace facecap {

std::unique_ptr<FaceNetwork> make_yunet(const void *model, size_t length, const char *kernel) {
    const bool is_own = kernel == nullptr ? facecap_kernels_are_optimized() != 0
                                          : std::strcmp(kernel, "opencv") != 0;
    std::unique_ptr<FaceNetwork> network;
    if (is_own) network = make_own_yunet(model, length, kernel);
    if (network == nullptr) network = make_opencv_yunet(model, length);
    return network;
}

}  // namespace facecap
