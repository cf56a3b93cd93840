// SPDX-License-Identifier: Apache-2.0
#include "axis_weights.hpp"

#include <algorithm>

#include "kernel.hpp"

namespace facecap::networks {

void AxisWeights::make(int extent, int count) {
    if (extent == extent_ && count == count_) return;
    extent_ = 0;
    count_ = count;
    const bool shrinks = count <= extent;
    taps_ = std::min(extent, shrinks ? (extent + count - 1) / count + (extent % count != 0) : 2);
    first_.assign(count, 0);
    weights_.assign(static_cast<size_t>(count) * taps_, 0);
    extent_ = extent;
    shrinks ? cover() : interpolate();
}

/// Each new pixel covers extent / count old ones. Rounding what is covered up to a pixel's end, and not the
/// parts, makes every sum exact.
void AxisWeights::cover() {
    const int64_t extent = extent_, count = count_, whole = whole_weight;
    for (int64_t index = 0; index < count; ++index) {
        const int64_t begin = index * extent, end = begin + extent;
        const int64_t first = std::min(begin / count, extent - taps_);
        int64_t covered = 0;
        for (int tap = 0; tap < taps_; ++tap) {
            const int64_t reached =
                std::clamp((first + tap + 1) * count, begin, end) - begin;
            const int64_t next = (reached * whole + extent / 2) / extent;
            weights_[index * taps_ + tap] = static_cast<uint16_t>(next - covered);
            covered = next;
        }
        first_[index] = static_cast<int32_t>(first);
    }
}

void AxisWeights::interpolate() {
    const int64_t extent = extent_, count = count_, whole = whole_weight;
    for (int64_t index = 0; index < count; ++index) {
        // From the middle of the first old pixel to the middle of the new one, rounded.
        const int64_t place = std::clamp<int64_t>(
            ((2 * index + 1) * extent * whole + count) / (2 * count) - whole / 2, 0,
            (extent - 1) * whole);
        const int64_t first = std::min(place / whole, extent - taps_);
        const int64_t second = place - first * whole;
        weights_[index * taps_] = static_cast<uint16_t>(whole - second);
        if (taps_ > 1) weights_[index * taps_ + 1] = static_cast<uint16_t>(second);
        first_[index] = static_cast<int32_t>(first);
    }
}

}  // namespace facecap::networks
