// SPDX-License-Identifier: Apache-2.0
#include "image_scaler.hpp"

#include <algorithm>
#include <stdexcept>

namespace facecap::networks {

void ImageScaler::run(
    const FacecapSamples &image, uint8_t *output, ptrdiff_t bytes_per_row, int width, int height) {
    constexpr int largest_side = 1 << 16;
    for (const int side : {image.width, image.height, width, height}) {
        if (side < 1 || side > largest_side) {
            throw std::invalid_argument("an image must have 1 to 65536 pixels along each side");
        }
    }
    if (image.channels < 1 || image.channels > 4) {
        throw std::invalid_argument("an image must have 1 to 4 channels");
    }
    across_.make(image.width, width);
    down_.make(image.height, height);
    const int samples = image.width * image.channels;
    rows_.resize(down_.taps());
    sums_.resize(static_cast<size_t>(samples) * rows_at_once);
    columns_.resize(sums_.size());
    for (int start = 0; start < height; start += rows_at_once) {
        const int count = std::min(rows_at_once, height - start);
        for (int row = 0; row < count; ++row) {
            sum_rows(image, start + row, sums_.data() + static_cast<size_t>(row) * samples);
        }
        kernel_.transpose(sums_.data(), samples, samples, columns_.data());
        kernel_.sum_columns(
            {columns_.data(), image.channels, across_.first(), across_.weights(), across_.taps(),
             width, count, output + start * bytes_per_row, bytes_per_row});
    }
}

void ImageScaler::sum_rows(const FacecapSamples &image, int row, uint16_t *output) {
    for (int tap = 0; tap < down_.taps(); ++tap) {
        rows_[tap] = image.bytes + (down_.first()[row] + tap) * image.bytes_per_row;
    }
    const int32_t *const first = down_.first() + row;
    const ptrdiff_t next = row + 1 < down_.count() ? first[1] - first[0] : 0;
    kernel_.sum_rows(
        {rows_.data(), down_.weights() + static_cast<size_t>(row) * down_.taps(), down_.taps(),
         image.width * image.channels, output, next * image.bytes_per_row});
}

}  // namespace facecap::networks
