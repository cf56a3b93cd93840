// SPDX-License-Identifier: Apache-2.0
// Included once for each kind of vector unit, by Highway's foreach_target.h.
#if defined(FACECAP_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FACECAP_KERNEL_INL_H
#undef FACECAP_KERNEL_INL_H
#else
#define FACECAP_KERNEL_INL_H
#endif

#include <hwy/highway.h>

#include "kernel.hpp"

#undef FACECAP_TARGET_NAME
#if HWY_TARGET == HWY_AVX3
#define FACECAP_TARGET_NAME "avx512"
#elif HWY_TARGET == HWY_AVX2
#define FACECAP_TARGET_NAME "avx2"
#elif HWY_TARGET == HWY_SSE4
#define FACECAP_TARGET_NAME "sse4"
#elif HWY_TARGET == HWY_NEON
#define FACECAP_TARGET_NAME "neon"
#endif

// Others, such as Highway's own scalar one, have no kernel.
#ifdef FACECAP_TARGET_NAME

HWY_BEFORE_NAMESPACE();
namespace facecap::networks {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr int lanes = static_cast<int>(hn::MaxLanes(tag));
constexpr int block_vectors = block_channels / lanes;

/// Vectors of one block that a tile computes: so many that sums, weights and a value fit into the
/// registers, 16 or 32 of them.
#if HWY_TARGET == HWY_NEON
constexpr int tile_vectors = 4;
#else
constexpr int tile_vectors = block_vectors < 2 ? 1 : 2;
#endif
constexpr int blocks_at_once = block_vectors == 1 ? 4 : 1;

/// The pixels of a tile that is `vectors` wide.
constexpr int tile_pixels(int vectors) {
    return lanes < 16 || vectors == 4 ? 6 : vectors == 2 ? 8 : 12;
}

HWY_INLINE Vector limited(Vector value, bool is_rectified) {
    return is_rectified ? hn::Max(value, hn::Zero(tag)) : value;
}

/// What is below zero times its slope.
HWY_INLINE Vector bent(Vector value, Vector slope) {
    return hn::IfThenElse(hn::Lt(value, hn::Zero(tag)), hn::Mul(value, slope), value);
}

/// `pixels` pixels of `blocks` blocks, `tile_vectors` vectors each; the row's pointers are those of
/// the first of them.
template <int blocks, bool is_bent, int pixels>
HWY_INLINE void pointwise_tile(const PointwiseRow &row, const float *input, float *output) {
    constexpr int width = blocks * tile_vectors;
    const size_t weight_stride = static_cast<size_t>(row.input_blocks) * 16 * 16;
    Vector sums[pixels][width];
    for (int v = 0; v < width; ++v) {
        const int offset = v / tile_vectors * 16 + v % tile_vectors * lanes;
        const Vector bias = hn::LoadU(tag, row.bias + offset);
        for (int p = 0; p < pixels; ++p) sums[p][v] = bias;
    }
    const float *weights = row.weights;
    for (int block = 0; block < row.input_blocks; ++block) {
        const float *const values = input + block * row.input_stride;
        for (int k = 0; k < block_channels; ++k, weights += 16) {
            Vector factors[width];
            for (int v = 0; v < width; ++v) {
                factors[v] = hn::LoadU(
                    tag,
                    weights + v / tile_vectors * weight_stride + v % tile_vectors * lanes);
            }
            for (int p = 0; p < pixels; ++p) {
                const Vector value = hn::Set(tag, values[p * 16 + k]);
                for (int v = 0; v < width; ++v) {
                    sums[p][v] = hn::MulAdd(factors[v], value, sums[p][v]);
                }
            }
        }
    }
// The sums stay in registers only where all loops over them are unrolled.
#pragma unroll
    for (int v = 0; v < width; ++v) {
        const size_t offset =
            v / tile_vectors * row.output_stride + v % tile_vectors * lanes;
#pragma unroll
        for (int p = 0; p < pixels; ++p) {
            Vector value = sums[p][v];
            if constexpr (is_bent) {
                const float *const added = row.added + (output - row.output) + offset + p * 16;
                const int slope = v / tile_vectors * 16 + v % tile_vectors * lanes;
                value = bent(
                    hn::Add(value, hn::LoadU(tag, added)), hn::LoadU(tag, row.slopes + slope));
            }
            hn::StoreU(value, tag, output + offset + p * 16);
        }
    }
}

/// `count` tiles of `pixels` pixels each, which is at most `largest`.
template <int blocks, bool is_bent, int largest>
HWY_INLINE void pointwise_tiles(
    const PointwiseRow &row, int pixels, int count, const float *input, float *output) {
    if constexpr (largest > 0) {
        if (pixels != largest) {
            pointwise_tiles<blocks, is_bent, largest - 1>(row, pixels, count, input, output);
            return;
        }
        for (int i = 0; i < count; ++i) {
            pointwise_tile<blocks, is_bent, largest>(
                row, input + i * largest * 16, output + i * largest * 16);
        }
    }
}

/// All pixels of `blocks` blocks, in tiles of nearly equal size: small ones wait for their sums.
template <int blocks, bool is_bent>
void pointwise_blocks(const PointwiseRow &whole) {
    constexpr int largest = tile_pixels(blocks * tile_vectors);
    const int tiles = (whole.count + largest - 1) / largest;
    const int pixels = whole.count / tiles;
    const int larger = whole.count % tiles;
    for (int vector = 0; vector < block_vectors; vector += tile_vectors) {
        PointwiseRow row = whole;
        row.weights += vector * lanes;
        row.bias += vector * lanes;
        row.output += vector * lanes;
        if constexpr (is_bent) {
            row.slopes += vector * lanes;
            row.added += vector * lanes;
        }
        if (larger > 0) {
            pointwise_tiles<blocks, is_bent, largest>(
                row, pixels + 1, larger, row.input, row.output);
        }
        const int start = larger * (pixels + 1) * 16;
        pointwise_tiles<blocks, is_bent, largest>(
            row, pixels, tiles - larger, row.input + start, row.output + start);
    }
}

template <bool is_bent>
void pointwise_row(const PointwiseRow &row) {
    constexpr int wide = blocks_at_once;
    constexpr int half = (wide + 1) / 2;
    const size_t weight_stride = static_cast<size_t>(row.input_blocks) * 16 * 16;
    PointwiseRow part = row;
    for (int block = 0; block < row.output_blocks;) {
        const int left = row.output_blocks - block;
        part.weights = row.weights + block * weight_stride;
        part.bias = row.bias + block * 16;
        part.output = row.output + block * row.output_stride;
        if constexpr (is_bent) {
            part.slopes = row.slopes + block * 16;
            part.added = row.added + block * row.output_stride;
        }
        if (blocks_at_once == 4 && left >= 4) {
            pointwise_blocks<wide, is_bent>(part);
            block += wide;
        } else if (blocks_at_once == 4 && left >= 2) {
            pointwise_blocks<half, is_bent>(part);
            block += half;
        } else {
            pointwise_blocks<1, is_bent>(part);
            ++block;
        }
    }
}

void pointwise(const PointwiseRow &row) {
    row.slopes == nullptr ? pointwise_row<false>(row) : pointwise_row<true>(row);
}

template <bool is_bent, int pixels>
HWY_INLINE void stem_tile(const StemRow &row, int start, int offset) {
    Vector sums[pixels][tile_vectors];
    for (int v = 0; v < tile_vectors; ++v) {
        const Vector bias = hn::LoadU(tag, row.bias + offset + v * lanes);
        for (int p = 0; p < pixels; ++p) sums[p][v] = bias;
    }
    const float *weights = row.weights + offset;
    for (const float *const source : row.rows) {
        const float *const values = source + start * 6;
        for (int tap = 0; tap < 9; ++tap, weights += 16) {
            Vector factors[tile_vectors];
            for (int v = 0; v < tile_vectors; ++v) {
                factors[v] = hn::LoadU(tag, weights + v * lanes);
            }
            for (int p = 0; p < pixels; ++p) {
                const Vector value = hn::Set(tag, values[p * 6 + tap]);
                for (int v = 0; v < tile_vectors; ++v) {
                    sums[p][v] = hn::MulAdd(factors[v], value, sums[p][v]);
                }
            }
        }
    }
    float *const output = row.output + start * 16 + offset;
    for (int p = 0; p < pixels; ++p) {
        for (int v = 0; v < tile_vectors; ++v) {
            Vector value = limited(sums[p][v], !is_bent);
            if constexpr (is_bent) {
                value = bent(value, hn::LoadU(tag, row.slopes + offset + v * lanes));
            }
            hn::StoreU(value, tag, output + p * 16 + v * lanes);
        }
    }
}

template <bool is_bent>
void stem_row(const StemRow &row) {
    constexpr int pixels = tile_pixels(tile_vectors);
    for (int offset = 0; offset < block_channels; offset += tile_vectors * lanes) {
        int x = 0;
        for (; x + pixels <= row.count; x += pixels) stem_tile<is_bent, pixels>(row, x, offset);
        for (; x + 4 <= row.count; x += 4) stem_tile<is_bent, 4>(row, x, offset);
        for (; x < row.count; ++x) stem_tile<is_bent, 1>(row, x, offset);
    }
}

void stem(const StemRow &row) {
    row.slopes == nullptr ? stem_row<false>(row) : stem_row<true>(row);
}

void pool(const float *upper, const float *lower, int count, float *output) {
    for (int x = 0; x < count; ++x, upper += 32, lower += 32, output += 16) {
        for (int i = 0; i < block_channels; i += lanes) {
            const Vector top = hn::Max(hn::LoadU(tag, upper + i), hn::LoadU(tag, upper + 16 + i));
            const Vector low = hn::Max(hn::LoadU(tag, lower + i), hn::LoadU(tag, lower + 16 + i));
            hn::StoreU(hn::Max(top, low), tag, output + i);
        }
    }
}

void add_doubled(const float *fine, const float *coarse, int count, float *output) {
    for (int x = 0; x < count; x += 2, fine += 32, coarse += 16, output += 32) {
        for (int i = 0; i < block_channels; i += lanes) {
            const Vector value = hn::LoadU(tag, coarse + i);
            hn::StoreU(hn::Add(hn::LoadU(tag, fine + i), value), tag, output + i);
            hn::StoreU(hn::Add(hn::LoadU(tag, fine + 16 + i), value), tag, output + 16 + i);
        }
    }
}

void to_float(const uint8_t *bytes, int count, float *output) {
    for (int i = 0; i < count; ++i) output[i] = bytes[i];
}

#include "depthwise_rows-inl.h"
#include "image_blocks-inl.h"
#include "image_rows-inl.h"
#include "image_warp-inl.h"

const Kernel &kernel() {
    static constexpr Kernel kernel = {
        FACECAP_TARGET_NAME, blocks_at_once, pointwise, depthwise, halve, stem, pool,
        add_doubled, to_float, sum_rows, transpose, sum_columns, warp, color};
    return kernel;
}

}  // namespace HWY_NAMESPACE
}  // namespace facecap::networks
HWY_AFTER_NAMESPACE();

#endif  // FACECAP_TARGET_NAME
#endif
