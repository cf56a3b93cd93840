#pragma once

#include <memory>

#include "face_network.hpp"

namespace facecap {

/// YuNet 2023 on the kernel of that name, on the best one for a null pointer, and on OpenCV for
/// `opencv` and where CFaceNetworks does not know the network.
///
/// Throws when the bytes are no such model, and for a kernel that this processor has not.
std::unique_ptr<FaceNetwork> make_yunet(const void *model, size_t length, const char *kernel);

/// The same on the kernels of CFaceNetworks; null for a network that they do not know.
std::unique_ptr<FaceNetwork> make_own_yunet(const void *model, size_t length, const char *kernel);

/// The same on OpenCV, for every model with YuNet's outputs.
std::unique_ptr<FaceNetwork> make_opencv_yunet(const void *model, size_t length);

}  // namespace facecap
