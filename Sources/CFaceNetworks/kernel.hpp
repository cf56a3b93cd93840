#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace facecap::networks {

/// Channels that lie side by side in memory.
///
/// A row of `n` pixels with C channels is C / 16 blocks, each of `n` pixels of 16 floats.
constexpr int block_channels = 16;

/// One row of a 1x1 convolution.
struct PointwiseRow {
    const float *input;
    /// Floats from one block of the input to the next.
    size_t input_stride;
    int input_blocks;
    /// Pixels.
    int count;
    /// For each block of the output: the input's channels, 16 weights each.
    const float *weights;
    const float *bias;
    float *output;
    /// Floats from one block of the output to the next.
    size_t output_stride;
    int output_blocks;
};

/// One block of one row of a 3x3 depthwise convolution.
struct DepthwiseRow {
    /// Three rows of `count` + 2 pixels.
    const float *rows[3];
    int count;
    /// Nine times 16 weights.
    const float *weights;
    const float *bias;
    /// Whether results below zero become zero.
    bool is_rectified;
    float *output;
};

/// One row of the first convolution: 3x3, every other pixel, three channels to 16, rectified.
struct StemRow {
    /// Three rows of 2 `count` + 1 pixels with three channels.
    const float *rows[3];
    int count;
    /// 27 times 16 weights: rows, columns, channels.
    const float *weights;
    const float *bias;
    float *output;
};

/// The inner loops for one kind of processor.
///
/// Every output is one chain, begun with the bias, of additions of products in the order of the
/// weights in memory; with fused multiply-add all kernels give the same bits.
struct Kernel {
    const char *name;
    /// Blocks of the output of a 1x1 convolution that are best computed together.
    int blocks_at_once;
    void (*pointwise)(const PointwiseRow &row);
    void (*depthwise)(const DepthwiseRow &row);
    void (*stem)(const StemRow &row);
    /// The maximum of two by two pixels of a block, for `count` pixels of the output.
    void (*pool)(const float *upper, const float *lower, int count, float *output);
    /// `fine` plus `coarse` at twice its width, a block of `count` pixels, which is even.
    void (*add_doubled)(const float *fine, const float *coarse, int count, float *output);
    void (*to_float)(const uint8_t *bytes, int count, float *output);
};

/// Plain C++.
extern const Kernel scalar_kernel;

/// The kernels that this processor can run, best first, the scalar one last.
const std::vector<const Kernel *> &supported_kernels();

/// The kernel of that name, the best one for a null pointer; throws `std::invalid_argument`.
const Kernel &find_kernel(const char *name);

}  // namespace facecap::networks
