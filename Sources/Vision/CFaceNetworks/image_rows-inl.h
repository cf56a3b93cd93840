// SPDX-License-Identifier: Apache-2.0
// Rows of 8-bit images. Included once for each kind of processor, into its namespace: plain loops over
// integers, which the compiler turns into its vectors, and which give the same bytes on all of them.
// `interleave`, `turn_block` and `turn_values` are there before.

/// What products lose where they are cut, half a unit each on average.
inline uint16_t cut_part(int products) {
    return static_cast<uint16_t>((products < 255 ? products : 255) / 2);
}

/// In the form that processors multiply by.
inline uint16_t product(uint8_t byte, uint32_t weight) {
    const uint32_t value = static_cast<uint16_t>(byte << 8);
    return static_cast<uint16_t>(value * weight >> 16);
}

template <int rows>
inline void sum_known_rows(const RowSum &sum) {
    const uint8_t *bytes[rows];
    uint32_t weights[rows];
    for (int row = 0; row < rows; ++row) {
        bytes[row] = sum.rows[row];
        weights[row] = sum.weights[row];
    }
    uint16_t *const __restrict output = sum.output;
    const uint16_t cut = cut_part(rows);
    const auto add = [&](int start, int count) {
        for (int x = start; x < start + count; ++x) {
            uint16_t value = cut;
            for (int row = 0; row < rows; ++row) {
                value = static_cast<uint16_t>(value + product(bytes[row][x], weights[row]));
            }
            output[x] = value;
        }
    };
    // A frame has just been written by another processor: what is next is asked for before it is needed.
    constexpr int line = 64;
    int x = 0;
    for (; x + line <= sum.width; x += line) {
        for (int row = 0; row < rows; ++row) __builtin_prefetch(bytes[row] + x + sum.next);
        add(x, line);
    }
    add(x, sum.width - x);
}

inline void sum_rows(const RowSum &sum) {
    switch (sum.count) {
        case 2: return sum_known_rows<2>(sum);
        case 3: return sum_known_rows<3>(sum);
        case 4: return sum_known_rows<4>(sum);
        case 5: return sum_known_rows<5>(sum);
        case 6: return sum_known_rows<6>(sum);
        case 7: return sum_known_rows<7>(sum);
        case 8: return sum_known_rows<8>(sum);
        default: break;
    }
    for (int x = 0; x < sum.width; ++x) sum.output[x] = cut_part(sum.count);
    for (int row = 0; row < sum.count; ++row) {
        const uint8_t *const bytes = sum.rows[row];
        const uint32_t weight = sum.weights[row];
        for (int x = 0; x < sum.width; ++x) {
            sum.output[x] = static_cast<uint16_t>(sum.output[x] + product(bytes[x], weight));
        }
    }
}

inline void transpose(const uint16_t *rows, size_t row_stride, int width, uint16_t *columns) {
    int x = 0;
    for (; x + 8 <= width; x += 8) {
        for (int row = 0; row < rows_at_once; row += 8) {
            turn_values(rows + row * row_stride + x, row_stride, columns + x * rows_at_once + row);
        }
    }
    for (; x < width; ++x) {
        for (int row = 0; row < rows_at_once; ++row) {
            columns[x * rows_at_once + row] = rows[row * row_stride + x];
        }
    }
}

constexpr int block_samples = 16;

/// Writes the first `count` samples of a block into its rows.
inline void write_block(
    const uint8_t *block, int count, int row_count, uint8_t *output, ptrdiff_t bytes_per_row) {
    if (count < block_samples) {
        for (int row = 0; row < row_count; ++row, output += bytes_per_row) {
            for (int i = 0; i < count; ++i) output[i] = block[i * rows_at_once + row];
        }
        return;
    }
    uint8_t rows[rows_at_once][block_samples];
    turn_block(block, rows[0]);
    for (int row = 0; row < row_count; ++row, output += bytes_per_row) {
        std::memcpy(output, rows[row], block_samples);
    }
}

/// `known_taps` 0 stands for a number that is known only while it runs.
template <int known_taps>
inline void sum_known_columns(const ColumnSum &sum) {
    const int taps = known_taps > 0 ? known_taps : sum.taps;
    // Apart from what is written, which might be anywhere.
    const int channels = sum.channels, row_count = sum.row_count;
    const ptrdiff_t bytes_per_row = sum.bytes_per_row;
    const uint16_t cut = cut_part(taps);
    const size_t pixel = static_cast<size_t>(channels) * rows_at_once;
    // Sixteen samples of all rows, one sample of each row after the other.
    uint8_t block[block_samples * rows_at_once];
    uint8_t *output = sum.output;
    int filled = 0;
    for (int x = 0; x < sum.count; ++x) {
        const uint16_t *const weights = sum.weights + static_cast<size_t>(x) * taps;
        const uint16_t *const first = sum.columns + sum.first[x] * pixel;
        for (int channel = 0; channel < channels; ++channel) {
            uint16_t values[rows_at_once];
            for (int row = 0; row < rows_at_once; ++row) values[row] = cut;
            const uint16_t *column = first + channel * rows_at_once;
            for (int tap = 0; tap < taps; ++tap, column += pixel) {
                const uint32_t weight = weights[tap];
                for (int row = 0; row < rows_at_once; ++row) {
                    values[row] =
                        static_cast<uint16_t>(values[row] + (column[row] * weight >> 16));
                }
            }
            uint8_t *const bytes = block + filled * rows_at_once;
            for (int row = 0; row < rows_at_once; ++row) {
                bytes[row] = static_cast<uint8_t>((values[row] + 128U) >> 8);
            }
            if (++filled < block_samples) continue;
            write_block(block, filled, row_count, output, bytes_per_row);
            output += filled;
            filled = 0;
        }
    }
    write_block(block, filled, row_count, output, bytes_per_row);
}

inline void sum_columns(const ColumnSum &sum) {
    switch (sum.taps) {
        case 2: return sum_known_columns<2>(sum);
        case 3: return sum_known_columns<3>(sum);
        case 4: return sum_known_columns<4>(sum);
        case 5: return sum_known_columns<5>(sum);
        case 6: return sum_known_columns<6>(sum);
        case 7: return sum_known_columns<7>(sum);
        case 8: return sum_known_columns<8>(sum);
        default: return sum_known_columns<0>(sum);
    }
}

inline uint8_t rounded(int32_t value) {
    const int32_t whole = (value + 32768) >> 16;
    return static_cast<uint8_t>(whole < 0 ? 0 : whole > 255 ? 255 : whole);
}

constexpr int colors_at_once = 16;

/// `colors_at_once` pixels, from luma minus its offset and chroma around zero.
inline void color_block(
    const int32_t *luma, const int32_t *cb, const int32_t *cr, const ColorScale &scale,
    uint8_t *bgr) {
    uint8_t planes[3][colors_at_once];
    for (int i = 0; i < colors_at_once; ++i) {
        planes[0][i] = rounded(scale.luma * luma[i] + scale.blue_cb * cb[i]);
    }
    for (int i = 0; i < colors_at_once; ++i) {
        planes[1][i] =
            rounded(scale.luma * luma[i] + scale.green_cb * cb[i] + scale.green_cr * cr[i]);
    }
    for (int i = 0; i < colors_at_once; ++i) {
        planes[2][i] = rounded(scale.luma * luma[i] + scale.red_cr * cr[i]);
    }
    interleave(planes, bgr);
}

/// The steps are the distances of samples in bytes.
template <int luma_step, int chroma_step>
inline void color_samples(const ColorRow &row) {
    int32_t luma[colors_at_once] = {}, cb[colors_at_once] = {}, cr[colors_at_once] = {};
    const int32_t offset = row.scale.offset;
    const auto load = [&](int start, int i) {
        luma[i] = row.luma[(start + i) * luma_step] - offset;
        cb[i] = row.cb[(start + i) * chroma_step] - 128;
        cr[i] = row.cr[(start + i) * chroma_step] - 128;
    };
    int x = 0;
    for (; x + colors_at_once <= row.count; x += colors_at_once) {
        for (int i = 0; i < colors_at_once; ++i) load(x, i);
        color_block(luma, cb, cr, row.scale, row.bgr + 3 * x);
    }
    if (x == row.count) return;
    for (int i = 0; x + i < row.count; ++i) load(x, i);
    uint8_t rest[3 * colors_at_once];
    color_block(luma, cb, cr, row.scale, rest);
    for (int i = 0; i < 3 * (row.count - x); ++i) row.bgr[3 * x + i] = rest[i];
}

inline void color(const ColorRow &row) {
    if (row.luma_step == 2) return color_samples<2, 4>(row);
    if (row.chroma_step == 2) return color_samples<1, 2>(row);
    color_samples<1, 1>(row);
}
