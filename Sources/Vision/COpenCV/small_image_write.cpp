// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "small_image.hpp"

namespace facecap {

void SmallImage::write(BgrImage &image, int start) {
    const int width = planes_[0].cols;
    no_chroma_.resize(format_ == FACECAP_PIXEL_FORMAT_GRAY8 ? width : 0, 128);
    for (int row = 0; row < planes_[0].rows; ++row) {
        uint8_t *const bgr = image.pixel(start, row);
        if (format_ == FACECAP_PIXEL_FORMAT_BGR24) {
            std::copy_n(planes_[0].ptr(row), 3 * width, bgr);
        } else if (format_ == FACECAP_PIXEL_FORMAT_BGRA) {
            const uint8_t *from = planes_[0].ptr(row);
            for (int column = 0; column < width; ++column) {
                std::copy_n(from + 4 * column, 3, bgr + 3 * column);
            }
        } else {
            const FacecapColorRow samples = color_row(row);
            facecap_write_bgr(&samples, bgr);
        }
    }
}

FacecapColorRow SmallImage::color_row(int row) const {
    const int width = planes_[0].cols;
    const uint8_t *const first = planes_[0].ptr(row);
    const uint8_t *const second =
        format_ == FACECAP_PIXEL_FORMAT_GRAY8 ? no_chroma_.data() : planes_[1].ptr(row);
    switch (format_) {
        case FACECAP_PIXEL_FORMAT_I420:
            return {first, second, planes_[2].ptr(row), 1, 1, width, is_full_range_};
        case FACECAP_PIXEL_FORMAT_NV12:
            return {first, second, second + 1, 1, 2, width, is_full_range_};
        case FACECAP_PIXEL_FORMAT_YUYV:
            return {first, second + 1, second + 3, 2, 4, width, is_full_range_};
        case FACECAP_PIXEL_FORMAT_UYVY:
            return {first + 1, second, second + 2, 2, 4, width, is_full_range_};
        default:
            return {first, second, second, 1, 1, width, is_full_range_};
    }
}

}  // namespace facecap
