#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace facecap::networks {

/// The weights of a known network are no numbers.
struct DamagedWeights : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Refuses a file that is not one of the known networks.
inline void require(bool is_known) {
    if (!is_known) throw std::runtime_error("the network is not known");
}

/// Refuses weights that are not all numbers.
inline void require_finite(const std::vector<float> &weights) {
    if (!std::all_of(weights.begin(), weights.end(), [](float value) { return std::isfinite(value); })) {
        throw DamagedWeights("its weights are not all numbers, so it is damaged");
    }
}

}  // namespace facecap::networks
