#pragma once

#include <vector>

#include "tflite_graph.hpp"

namespace facecap::networks {

/// A 3x3 depthwise convolution, a 1x1 convolution, what came in added (made half as large by its maxima where
/// the layer is), and a slope for what is below zero.
struct MeshLayer {
    /// The layer that it takes its values from; -1 for the image.
    int input = -1;
    /// Pixels along each side of what comes out.
    int side = 0;
    /// Blocks of 16 channels.
    int input_blocks = 0, output_blocks = 0;
    /// Whether there is a depthwise convolution, and a sum.
    bool is_residual = false;
    /// 1 or 2; 2 makes each side half as long.
    int stride = 1;
    std::vector<float> depthwise_weights, depthwise_bias;
    /// Of the first layer those of a 3x3 convolution of the image's bytes: rows, columns, blue, green, red.
    std::vector<float> weights, bias;
    /// For each channel.
    std::vector<float> slopes;
};

/// A convolution that makes numbers of a whole layer.
struct MeshHead {
    int input = 0;
    /// For each block of 16 outputs: pixels, then channels.
    std::vector<float> weights, bias;
};

/// The packed weights of the face mesh: 468 points, and whether there is a face at all.
struct MeshModel {
    /// Pixels along each side of the image.
    static constexpr int image_side = 192;
    /// Pixels along each side of what the heads take.
    static constexpr int head_side = 3;
    static constexpr int point_count = 468;

    std::vector<MeshLayer> layers;
    MeshHead points, presence;
};

/// Reads a network of a TensorFlow Lite file whose operations are those of the face mesh.
///
/// Throws `std::runtime_error` for another one, `DamagedWeights` for weights that are no numbers.
MeshModel read_mesh(const TfliteGraph &graph);

}  // namespace facecap::networks
