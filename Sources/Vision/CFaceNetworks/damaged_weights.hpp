#pragma once

#include <stdexcept>

namespace facecap::networks {

/// The weights of a known network are no numbers.
struct DamagedWeights : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace facecap::networks
