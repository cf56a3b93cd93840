// Rows of 8-bit images. Included once for each kind of processor, into its namespace: plain loops over
// integers, which the compiler turns into its vectors, and which give the same bytes on all of them. `interleave`, `turn_block` and `turn_values` are there
// before.

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
    const int width = sum.width;
    for (int x = 0; x < width; ++x) {
        uint16_t value = cut;
        for (int row = 0; row < rows; ++row) {
            value = static_cast<uint16_t>(value + product(bytes[row][x], weights[row]));
        }
        output[x] = value;
    }
}

inline void sum_rows(const RowSum &sum) {
    switch (sum.count) {
        case 2: return sum_known_rows<2>(sum);
        case 3: return sum_known_rows<3>(sum);
        case 4: return sum_known_rows<4>(sum);
        case 5: return sum_known_rows<5>(sum);
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
        default: return sum_known_columns<0>(sum);
    }
}

constexpr int warped_at_once = 16;

inline uint32_t four_bytes(const uint8_t *bytes) {
    uint32_t value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// The samples of a left pixel, the first one lowest, and those of its right neighbour.
template <int channels>
struct SamplePairs {
    uint32_t left[warped_at_once], right[warped_at_once];

    /// The right samples end where the pair ends, so that nothing behind it is read.
    void load(const uint8_t *bytes, const int32_t *places) {
        for (int i = 0; i < warped_at_once; ++i) left[i] = four_bytes(bytes + places[i]);
        for (int i = 0; i < warped_at_once; ++i) {
            right[i] = four_bytes(bytes + places[i] + 2 * channels - 4) >> (32 - 8 * channels);
        }
    }
    /// In 256ths of a level.
    uint32_t between(int i, int channel, uint32_t weight) const {
        const uint32_t first = (left[i] >> (8 * channel)) & 255;
        const uint32_t second = (right[i] >> (8 * channel)) & 255;
        return (first << 8) + (second - first) * weight;
    }
};

template <>
struct SamplePairs<1> {
    uint16_t pairs[warped_at_once];

    void load(const uint8_t *bytes, const int32_t *places) {
        for (int i = 0; i < warped_at_once; ++i) {
            const uint8_t *const pair = bytes + places[i];
            pairs[i] = static_cast<uint16_t>(pair[0] | pair[1] << 8);
        }
    }
    uint16_t between(int i, int, uint16_t weight) const {
        const auto first = static_cast<uint16_t>(pairs[i] & 255);
        const auto step = static_cast<uint16_t>((pairs[i] >> 8) - first);
        return static_cast<uint16_t>((first << 8) + static_cast<uint16_t>(step * weight));
    }
};

/// `warped_at_once` pixels from `x` and `y` on, which lie inside the image with all their neighbours.
template <int channels>
inline void warp_inside(const WarpedRow &row, int32_t x, int32_t y, uint8_t *output) {
    const auto x_step = static_cast<int32_t>(row.x_step), y_step = static_cast<int32_t>(row.y_step);
    const auto bytes_per_row = static_cast<int32_t>(row.bytes_per_row);
    int32_t places[warped_at_once];
    uint16_t right_weights[warped_at_once], low_weights[warped_at_once];
    for (int i = 0; i < warped_at_once; ++i) {
        const int32_t column = x + i * x_step, line = y + i * y_step;
        places[i] = (line >> 16) * bytes_per_row + (column >> 16) * channels;
        right_weights[i] = static_cast<uint16_t>((column >> 8) & 255);
        low_weights[i] = static_cast<uint16_t>((line >> 8) & 255);
    }
    SamplePairs<channels> upper, lower;
    upper.load(row.bytes, places);
    lower.load(row.bytes + bytes_per_row, places);
    uint8_t planes[channels][warped_at_once];
    for (int channel = 0; channel < channels; ++channel) {
        for (int i = 0; i < warped_at_once; ++i) {
            const uint32_t above = upper.between(i, channel, right_weights[i]);
            const uint32_t below = lower.between(i, channel, right_weights[i]);
            const uint32_t value = (above << 8) + (below - above) * low_weights[i];
            planes[channel][i] = static_cast<uint8_t>((value + 32768) >> 16);
        }
    }
    if constexpr (channels == 3) {
        interleave(planes, output);
    } else {
        for (int i = 0; i < warped_at_once; ++i) {
            for (int c = 0; c < channels; ++c) output[i * channels + c] = planes[c][i];
        }
    }
}

/// `count` pixels from `x` and `y` on, wherever they lie.
template <int channels>
inline void warp_anywhere(
    const WarpedRow &row, int64_t x, int64_t y, int count, uint8_t *output) {
    const auto index = [](int64_t value, int64_t extent) {
        return value < 0 ? 0 : value < extent ? value : extent - 1;
    };
    for (int column = 0; column < count; ++column, x += row.x_step, y += row.y_step) {
        const int64_t left = x >> 16, top = y >> 16;
        const uint32_t right_weight = (x >> 8) & 255, low_weight = (y >> 8) & 255;
        const uint8_t *const upper = row.bytes + index(top, row.height) * row.bytes_per_row;
        const uint8_t *const lower = row.bytes + index(top + 1, row.height) * row.bytes_per_row;
        const int64_t first = index(left, row.width) * channels;
        const int64_t second = index(left + 1, row.width) * channels;
        for (int channel = 0; channel < channels; ++channel) {
            const uint32_t above = upper[first + channel] * (256 - right_weight) +
                                   upper[second + channel] * right_weight;
            const uint32_t below = lower[first + channel] * (256 - right_weight) +
                                   lower[second + channel] * right_weight;
            const uint32_t value = above * (256 - low_weight) + below * low_weight;
            output[column * channels + channel] = static_cast<uint8_t>((value + 32768) >> 16);
        }
    }
}

/// Whether all of `warped_at_once` pixels have all their neighbours along an axis.
inline bool is_between(int64_t first, int64_t step, int64_t extent) {
    const int64_t last = first + step * (warped_at_once - 1), end = (extent - 1) << 16;
    return first >= 0 && last >= 0 && first < end && last < end;
}

template <int channels>
inline void warp_channels(const WarpedRow &row) {
    const bool is_small = row.width < 1 << 15 && row.height < 1 << 15 &&
                          row.height * row.bytes_per_row < int64_t{1} << 31;
    int64_t x = row.x, y = row.y;
    for (int start = 0; start < row.count; start += warped_at_once) {
        const int count = row.count - start < warped_at_once ? row.count - start : warped_at_once;
        uint8_t *const output = row.output + start * channels;
        if (is_small && count == warped_at_once && is_between(x, row.x_step, row.width) &&
            is_between(y, row.y_step, row.height)) {
            warp_inside<channels>(row, static_cast<int32_t>(x), static_cast<int32_t>(y), output);
        } else {
            warp_anywhere<channels>(row, x, y, count, output);
        }
        x += count * row.x_step;
        y += count * row.y_step;
    }
}

inline void warp(const WarpedRow &row) {
    switch (row.channels) {
        case 1: return warp_channels<1>(row);
        case 2: return warp_channels<2>(row);
        case 3: return warp_channels<3>(row);
        default: return warp_channels<4>(row);
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
