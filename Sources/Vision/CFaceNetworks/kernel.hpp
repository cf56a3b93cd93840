#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace facecap::networks {

/// Channels that lie side by side in memory.
///
/// A row of `n` pixels with C channels is C / 16 blocks, each of `n` pixels of 16 floats.
constexpr int block_channels = 16;

/// One row of a 1x1 convolution, to which another one may be added, and what is below zero multiplied.
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
    /// What is added, laid out as the output is; null for nothing.
    const float *added = nullptr;
    /// For each block of the output 16 factors of what is below zero then; null where nothing is added.
    const float *slopes = nullptr;
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

/// One row of the first convolution: 3x3, every other pixel, three channels to 16.
struct StemRow {
    /// Three rows of 2 `count` + 1 pixels with three channels.
    const float *rows[3];
    int count;
    /// 27 times 16 weights: rows, columns, channels.
    const float *weights;
    const float *bias;
    /// 16 factors of what is below zero; null where it becomes zero.
    const float *slopes;
    float *output;
};

/// What weights add up to: all that fits into 16 bits.
constexpr int whole_weight = 65535;

/// Rows of means that are made into columns together.
constexpr int rows_at_once = 16;

/// The weighted mean of several rows of bytes, times 256.
struct RowSum {
    const uint8_t *const *rows;
    /// Of each row.
    const uint16_t *weights;
    int count;
    int width;
    uint16_t *output;
    /// Bytes from each row to what will be summed next in its place: a hint, 0 for none.
    ptrdiff_t next = 0;
};

/// Pixels of `rows_at_once` rows as weighted means of the columns of such rows.
struct ColumnSum {
    /// For each sample of a row those of `rows_at_once` rows.
    const uint16_t *columns;
    /// Of a pixel, interleaved.
    int channels;
    /// The first pixel of each mean.
    const int32_t *first;
    /// `taps` for each pixel.
    const uint16_t *weights;
    int taps;
    int count;
    /// How many of the rows are written.
    int row_count;
    uint8_t *output;
    ptrdiff_t bytes_per_row;
};

/// Pixels sampled along a line through an image, whose edge goes on for ever; bilinear, with fractions in
/// 256ths.
struct WarpedRow {
    const uint8_t *bytes;
    ptrdiff_t bytes_per_row;
    int width, height;
    /// 1 to 4, interleaved.
    int channels;
    /// The place of the first pixel and the way to the next, in 65536ths of a pixel.
    int64_t x, y, x_step, y_step;
    int count;
    uint8_t *output;
};

/// From Y'CbCr to R'G'B', in parts of 65536.
struct ColorScale {
    int luma, offset, red_cr, green_cb, green_cr, blue_cb;
};

/// A row in blue, green and red; the steps are the distances of samples in bytes: 1 and 1, 1 and 2, or 2 and
/// 4.
struct ColorRow {
    const uint8_t *luma, *cb, *cr;
    int luma_step, chroma_step;
    int count;
    ColorScale scale;
    uint8_t *bgr;
};

/// The inner loops for one kind of processor. Those over images give the same bytes in all kernels.
///
/// Every number of a network is one chain, begun with the bias, of additions of products in the order of the
/// weights in memory; with fused multiply-add all kernels give the same bits.
struct Kernel {
    const char *name;
    /// Blocks of the output of a 1x1 convolution that are best computed together.
    int blocks_at_once;
    void (*pointwise)(const PointwiseRow &row);
    void (*depthwise)(const DepthwiseRow &row);
    /// The same at every other pixel of rows of 2 `count` + 1, and nothing is rectified.
    void (*halve)(const DepthwiseRow &row);
    void (*stem)(const StemRow &row);
    /// The maximum of two by two pixels of a block, for `count` pixels of the output.
    void (*pool)(const float *upper, const float *lower, int count, float *output);
    /// `fine` plus `coarse` at twice its width, a block of `count` pixels, which is even.
    void (*add_doubled)(const float *fine, const float *coarse, int count, float *output);
    void (*to_float)(const uint8_t *bytes, int count, float *output);
    void (*sum_rows)(const RowSum &sum);
    /// From `rows_at_once` rows to as many samples of each column.
    void (*transpose)(const uint16_t *rows, size_t row_stride, int width, uint16_t *columns);
    void (*sum_columns)(const ColumnSum &sum);
    void (*warp)(const WarpedRow &row);
    void (*color)(const ColorRow &row);
};

/// Plain C++.
extern const Kernel scalar_kernel;

/// The kernels that this processor can run, best first, the scalar one last.
const std::vector<const Kernel *> &supported_kernels();

/// The kernel of that name, the best one for a null pointer; throws `std::invalid_argument`.
const Kernel &find_kernel(const char *name);

}  // namespace facecap::networks
