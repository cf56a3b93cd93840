// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel.hpp"

namespace facecap::networks {

namespace {

float limited(float value) { return value > 0 ? value : 0; }

float bent(float value, float slope) { return value < 0 ? value * slope : value; }

void bend(const PointwiseRow &row) {
    for (int block = 0; block < row.output_blocks; ++block) {
        for (int i = 0; i < row.count * 16; ++i) {
            const size_t place = block * row.output_stride + i;
            row.output[place] =
                bent(row.output[place] + row.added[place], row.slopes[block * 16 + i % 16]);
        }
    }
}

void pointwise(const PointwiseRow &row) {
    const int inputs = row.input_blocks * block_channels;
    for (int block = 0; block < row.output_blocks; ++block) {
        const float *const weights = row.weights + static_cast<size_t>(block) * inputs * 16;
        for (int x = 0; x < row.count; ++x) {
            for (int c = 0; c < block_channels; ++c) {
                float sum = row.bias[block * 16 + c];
                for (int k = 0; k < inputs; ++k) {
                    const float value = row.input[k / 16 * row.input_stride + x * 16 + k % 16];
                    sum = std::fma(weights[k * 16 + c], value, sum);
                }
                row.output[block * row.output_stride + x * 16 + c] = sum;
            }
        }
    }
    if (row.added != nullptr) bend(row);
}

/// At every pixel, or at every other one, where nothing is rectified.
template <int stride>
void depthwise(const DepthwiseRow &row) {
    for (int x = 0; x < row.count; ++x) {
        for (int c = 0; c < block_channels; ++c) {
            float sum = row.bias[c];
            for (int tap = 0; tap < 9; ++tap) {
                const float value = row.rows[tap / 3][(stride * x + tap % 3) * 16 + c];
                sum = std::fma(row.weights[tap * 16 + c], value, sum);
            }
            row.output[x * 16 + c] = stride == 1 && row.is_rectified ? limited(sum) : sum;
        }
    }
}

void stem(const StemRow &row) {
    for (int x = 0; x < row.count; ++x) {
        for (int c = 0; c < block_channels; ++c) {
            float sum = row.bias[c];
            for (int tap = 0; tap < 27; ++tap) {
                const float value = row.rows[tap / 9][x * 6 + tap % 9];
                sum = std::fma(row.weights[tap * 16 + c], value, sum);
            }
            row.output[x * 16 + c] =
                row.slopes == nullptr ? limited(sum) : bent(sum, row.slopes[c]);
        }
    }
}

void pool(const float *upper, const float *lower, int count, float *output) {
    for (int i = 0; i < count * 16; ++i) {
        const int from = i / 16 * 32 + i % 16;
        output[i] = std::max(
            std::max(upper[from], upper[from + 16]), std::max(lower[from], lower[from + 16]));
    }
}

void add_doubled(const float *fine, const float *coarse, int count, float *output) {
    for (int i = 0; i < count * 16; ++i) output[i] = fine[i] + coarse[i / 32 * 16 + i % 16];
}

void to_float(const uint8_t *bytes, int count, float *output) {
    for (int i = 0; i < count; ++i) output[i] = bytes[i];
}

void interleave(const uint8_t (*planes)[16], uint8_t *bgr) {
    for (int i = 0; i < 48; ++i) bgr[i] = planes[i % 3][i / 3];
}

void turn_block(const uint8_t *block, uint8_t *turned) {
    for (int i = 0; i < 256; ++i) turned[i % 16 * 16 + i / 16] = block[i];
}

void turn_values(const uint16_t *values, size_t row_stride, uint16_t *columns) {
    for (int i = 0; i < 64; ++i) {
        columns[i % 8 * rows_at_once + i / 8] = values[i / 8 * row_stride + i % 8];
    }
}

#include "image_rows-inl.h"
#include "image_warp-inl.h"

}  // namespace

const Kernel scalar_kernel = {
    "scalar", 1, pointwise, depthwise<1>, depthwise<2>, stem, pool,
    add_doubled, to_float, sum_rows, transpose, sum_columns, warp, color};

}  // namespace facecap::networks
