// Rows of 8-bit images. Included once for each kind of processor, into its namespace: plain loops over
// integers, which the compiler turns into its vectors, and which give the same bytes on all of them.

inline void sum_rows(const RowSum &sum) {
    // Products lose half a unit each, on average, where they are cut.
    const auto cut = static_cast<uint16_t>((sum.count < 255 ? sum.count : 255) / 2);
    for (int x = 0; x < sum.width; ++x) sum.output[x] = cut;
    for (int row = 0; row < sum.count; ++row) {
        const uint8_t *const bytes = sum.rows[row];
        const uint32_t weight = sum.weights[row];
        for (int x = 0; x < sum.width; ++x) {
            const uint32_t value = static_cast<uint16_t>(bytes[x] << 8);
            sum.output[x] = static_cast<uint16_t>(sum.output[x] + (value * weight >> 16));
        }
    }
}

/// `known_taps` 0 stands for a number that is known only while it runs.
template <int channels, int known_taps>
inline void sum_known_columns(const ColumnSum &sum) {
    constexpr uint32_t whole = 256 * whole_of_columns;
    const int taps = known_taps > 0 ? known_taps : sum.taps;
    for (int x = 0; x < sum.count; ++x) {
        const uint16_t *const input = sum.input + static_cast<size_t>(sum.first[x]) * channels;
        const uint16_t *const weights = sum.weights + static_cast<size_t>(x) * taps;
        for (int channel = 0; channel < channels; ++channel) {
            uint32_t value = whole / 2;
            for (int tap = 0; tap < taps; ++tap) {
                value += static_cast<uint32_t>(weights[tap]) * input[tap * channels + channel];
            }
            sum.output[x * channels + channel] = static_cast<uint8_t>(value / whole);
        }
    }
}

template <int channels>
inline void sum_channels(const ColumnSum &sum) {
    switch (sum.taps) {
        case 1: return sum_known_columns<channels, 1>(sum);
        case 2: return sum_known_columns<channels, 2>(sum);
        case 3: return sum_known_columns<channels, 3>(sum);
        case 4: return sum_known_columns<channels, 4>(sum);
        case 5: return sum_known_columns<channels, 5>(sum);
        default: return sum_known_columns<channels, 0>(sum);
    }
}

inline void sum_columns(const ColumnSum &sum) {
    switch (sum.channels) {
        case 1: return sum_channels<1>(sum);
        case 2: return sum_channels<2>(sum);
        case 3: return sum_channels<3>(sum);
        default: return sum_channels<4>(sum);
    }
}

template <int channels>
inline void warp_channels(const WarpedRow &row) {
    const auto index = [](int64_t value, int64_t extent) {
        return value < 0 ? 0 : value < extent ? value : extent - 1;
    };
    int64_t x = row.x, y = row.y;
    for (int column = 0; column < row.count; ++column, x += row.x_step, y += row.y_step) {
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
            row.output[column * channels + channel] = static_cast<uint8_t>((value + 32768) >> 16);
        }
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

/// The steps are the distances of samples in bytes.
template <int luma_step, int chroma_step>
inline void color_samples(const ColorRow &row) {
    const auto rounded = [](int value) {
        const int whole = (value + 32768) >> 16;
        return static_cast<uint8_t>(whole < 0 ? 0 : whole > 255 ? 255 : whole);
    };
    const ColorScale scale = row.scale;
    for (int x = 0; x < row.count; ++x) {
        const int y = scale.luma * (row.luma[x * luma_step] - scale.offset);
        const int b = row.cb[x * chroma_step] - 128;
        const int r = row.cr[x * chroma_step] - 128;
        row.bgr[3 * x] = rounded(y + scale.blue_cb * b);
        row.bgr[3 * x + 1] = rounded(y + scale.green_cb * b + scale.green_cr * r);
        row.bgr[3 * x + 2] = rounded(y + scale.red_cr * r);
    }
}

inline void color(const ColorRow &row) {
    if (row.luma_step == 2) return color_samples<2, 4>(row);
    if (row.chroma_step == 2) return color_samples<1, 2>(row);
    color_samples<1, 1>(row);
}
