// SPDX-License-Identifier: Apache-2.0
// 3x3 depthwise convolutions. Included once for each kind of vector unit, into its namespace.

template <bool is_rectified>
HWY_INLINE void depthwise_vector(const DepthwiseRow &row, int offset) {
    Vector weights[9];
    for (int i = 0; i < 9; ++i) weights[i] = hn::LoadU(tag, row.weights + i * 16 + offset);
    const Vector bias = hn::LoadU(tag, row.bias + offset);
    float *const output = row.output + offset;
    int x = 0;
    for (; x + 4 <= row.count; x += 4) {
        Vector sums[4] = {bias, bias, bias, bias};
        for (int y = 0; y < 3; ++y) {
            const float *const values = row.rows[y] + x * 16 + offset;
            for (int i = 0; i < 6; ++i) {
                const Vector value = hn::LoadU(tag, values + i * 16);
                for (int tap = 0; tap < 3; ++tap) {
                    if (i < tap || i - tap > 3) continue;
                    sums[i - tap] = hn::MulAdd(value, weights[3 * y + tap], sums[i - tap]);
                }
            }
        }
        for (int i = 0; i < 4; ++i) {
            hn::StoreU(limited(sums[i], is_rectified), tag, output + (x + i) * 16);
        }
    }
    for (; x < row.count; ++x) {
        Vector sum = bias;
        for (int tap = 0; tap < 9; ++tap) {
            const float *const value = row.rows[tap / 3] + (x + tap % 3) * 16 + offset;
            sum = hn::MulAdd(hn::LoadU(tag, value), weights[tap], sum);
        }
        hn::StoreU(limited(sum, is_rectified), tag, output + x * 16);
    }
}

void depthwise(const DepthwiseRow &whole) {
    // What of a row is in the nearest cache for the first vector of a block still is for the others.
    constexpr int part_pixels = 32;
    for (int x = 0; x < whole.count; x += part_pixels) {
        DepthwiseRow row = whole;
        row.count = whole.count - x < part_pixels ? whole.count - x : part_pixels;
        for (const float *&values : row.rows) values += x * 16;
        row.output += x * 16;
        for (int offset = 0; offset < block_channels; offset += lanes) {
            if (row.is_rectified) {
                depthwise_vector<true>(row, offset);
            } else {
                depthwise_vector<false>(row, offset);
            }
        }
    }
}

template <int pixels>
HWY_INLINE void halve_tile(const DepthwiseRow &row, int start, int offset) {
    const Vector bias = hn::LoadU(tag, row.bias + offset);
    Vector sums[pixels];
    for (Vector &sum : sums) sum = bias;
    for (int tap = 0; tap < 9; ++tap) {
        const Vector weight = hn::LoadU(tag, row.weights + tap * 16 + offset);
        const float *const values = row.rows[tap / 3] + (2 * start + tap % 3) * 16 + offset;
        for (int p = 0; p < pixels; ++p) {
            sums[p] = hn::MulAdd(hn::LoadU(tag, values + p * 32), weight, sums[p]);
        }
    }
    float *const output = row.output + start * 16 + offset;
    for (int p = 0; p < pixels; ++p) hn::StoreU(sums[p], tag, output + p * 16);
}

void halve(const DepthwiseRow &row) {
    for (int offset = 0; offset < block_channels; offset += lanes) {
        int x = 0;
        for (; x + 6 <= row.count; x += 6) halve_tile<6>(row, x, offset);
        for (; x < row.count; ++x) halve_tile<1>(row, x, offset);
    }
}
