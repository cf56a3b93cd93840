#pragma once

#include <array>
#include <vector>

#include "onnx_graph.hpp"

namespace facecap::networks {

/// A 1x1 convolution and the 3x3 depthwise convolution of what comes out, as kernels take them.
struct ConvolutionUnit {
    /// Blocks of 16 channels.
    int input_blocks = 0;
    int output_blocks = 0;
    bool is_rectified = true;
    std::vector<float> pointwise_weights, pointwise_bias;
    std::vector<float> depthwise_weights, depthwise_bias;
};

/// The packed weights of YuNet 2023; the smaller one has no shared units before its heads.
struct YuNetModel {
    std::vector<float> stem_weights, stem_bias;
    /// From the image to cells of 32 pixels, then the one of the neck for these.
    std::array<ConvolutionUnit, 12> backbone;
    /// Units of the neck for cells of 16 and of 8 pixels.
    std::array<ConvolutionUnit, 2> neck;
    bool has_shared = false;
    /// For cells of 8, 16 and 32 pixels.
    std::array<ConvolutionUnit, 3> shared;
    /// Class, object, box and points as one unit of 16 channels.
    std::array<ConvolutionUnit, 3> heads;
};

/// Reads a network of an ONNX file whose operations are those of YuNet 2023, whatever its names.
///
/// Throws `std::runtime_error` for another one, `DamagedWeights` for weights that are no numbers.
YuNetModel read_yunet(const OnnxGraph &graph);

}  // namespace facecap::networks
