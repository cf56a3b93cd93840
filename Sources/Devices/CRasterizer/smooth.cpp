// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "facecap_rasterizer.h"

namespace {

/// Pixels side by side, the first one in the lowest byte.
template <class Word>
Word load(const uint8_t *place) {
    Word word;
    std::memcpy(&word, place, sizeof word);
    return word;
}

/// What the pixels of a word differ from their neighbors in: 0 inside of a part.
template <class Word>
Word difference(const uint8_t *parts, ptrdiff_t stride) {
    const Word own = load<Word>(parts);
    return (load<Word>(parts - 1) ^ own) | (load<Word>(parts + 1) ^ own)
           | (load<Word>(parts - stride) ^ own) | (load<Word>(parts + stride) ^ own);
}

void blend(uint8_t *place, ptrdiff_t stride) {
    const int sides = place[-1] + place[1], ends = place[-stride] + place[stride];
    *place = static_cast<uint8_t>((*place * 2 + sides + ends + 3) / 6);
}

}  // namespace

void facecap_smooth_edges(
    FacecapCanvas canvas, int32_t first_column, int32_t end_column, int32_t first_row,
    int32_t end_row) {
    first_column = std::max(first_column, 1);
    end_column = std::min(end_column, canvas.width - 1);
    first_row = std::max(first_row, 1);
    end_row = std::min(end_row, canvas.height - 1);
    for (int row = first_row; row < end_row; ++row) {
        const uint8_t *parts = canvas.parts + static_cast<ptrdiff_t>(row) * canvas.width;
        uint8_t *luma = canvas.luma + row * canvas.luma_stride;
        int column = first_column;
        for (; column + 8 <= end_column; column += 8) {
            uint64_t left = difference<uint64_t>(parts + column, canvas.width);
            while (left != 0) {
                const int index = __builtin_ctzll(left) / 8;
                blend(luma + column + index, canvas.luma_stride);
                left &= ~(uint64_t{0xFF} << 8 * index);
            }
        }
        for (; column < end_column; ++column) {
            if (difference<uint8_t>(parts + column, canvas.width) != 0) {
                blend(luma + column, canvas.luma_stride);
            }
        }
    }
}
