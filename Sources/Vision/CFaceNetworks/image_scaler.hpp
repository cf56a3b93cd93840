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
    void sum_rows(const FacecapSamples &image, int row, uint16_t *output);

    const Kernel &kernel_;
    AxisWeights across_;
    AxisWeights down_;
    std::vector<const uint8_t *> rows_;
    /// `rows_at_once` rows of means, times 256, and their columns.
    std::vector<uint16_t> sums_;
    std::vector<uint16_t> columns_;
};

}  // namespace facecap::networks
