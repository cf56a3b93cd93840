#pragma once

#include <cstdint>
#include <vector>

namespace facecap::networks {

/// Of which pixels along an axis those of another size are made, with weights that add up to `whole_weight`.
class AxisWeights {
public:
    /// Makes `count` pixels out of `extent`, unless that is known from before.
    void make(int extent, int count);

    /// How many pixels are made.
    int count() const { return count_; }
    /// How many pixels each is made of, those with weight 0 included.
    int taps() const { return taps_; }
    /// The first pixel of each sum.
    const int32_t *first() const { return first_.data(); }
    /// `taps()` for each sum.
    const uint16_t *weights() const { return weights_.data(); }

private:
    void cover();
    void interpolate();

    int extent_ = 0;
    int count_ = 0;
    int taps_ = 0;
    std::vector<int32_t> first_;
    std::vector<uint16_t> weights_;
};

}  // namespace facecap::networks
