#include "image_scaler.hpp"

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
    rows_.resize(down_.taps());
    sums_.resize(static_cast<size_t>(image.width) * image.channels);
    for (int row = 0; row < height; ++row) {
        for (int tap = 0; tap < down_.taps(); ++tap) {
            rows_[tap] = image.bytes + (down_.first()[row] + tap) * image.bytes_per_row;
        }
        kernel_.sum_rows(
            {rows_.data(), down_.weights() + static_cast<size_t>(row) * down_.taps(),
             down_.taps(), image.width * image.channels, sums_.data()});
        kernel_.sum_columns(
            {sums_.data(), image.channels, across_.first(), across_.weights(), across_.taps(),
             width, output + row * bytes_per_row});
    }
}

}  // namespace facecap::networks
