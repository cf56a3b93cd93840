// SPDX-License-Identifier: Apache-2.0
// Images sampled along lines. Included as `image_rows-inl.h` is, with the same bytes on all processors.

constexpr int warped_at_once = 16;

inline uint32_t four_bytes(const uint8_t *bytes) {
    uint32_t value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// The samples of a left pixel, the first one lowest, and those of its right neighbor.
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

/// `warped_at_once` pixels from `x` and `y` on, which lie inside the image with all their neighbors.
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

/// Whether all of `warped_at_once` pixels have all their neighbors along an axis.
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
