#pragma once

#include <vector>

#include "axis_weights.hpp"
#include "facecap_networks.h"
#include "kernel.hpp"

namespace facecap::networks {

/// Scales 8-bit images: down its columns first, then along its rows.
class ImageScaler {
public:
    explicit ImageScaler(const Kernel &kernel) : kernel_(kernel) {}

    /// Throws `std::invalid_argument` for sizes that no image has.
    void run(
        const FacecapSamples &image, uint8_t *output, ptrdiff_t bytes_per_row, int width,
        int height);

private:
    const Kernel &kernel_;
    AxisWeights across_{whole_of_columns};
    AxisWeights down_{whole_of_rows};
    std::vector<const uint8_t *> rows_;
    /// One row, times 256.
    std::vector<uint16_t> sums_;
};

}  // namespace facecap::networks
