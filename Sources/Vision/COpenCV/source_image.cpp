// SPDX-License-Identifier: Apache-2.0
#include "source_image.hpp"

#include <stdexcept>

namespace facecap {

namespace {
constexpr int largest_side = 1 << 16;
}

SourceImage::SourceImage(const FacecapImage &image)
    : format(image.format),
      is_full_range(image.is_full_range != 0),
      width(image.width),
      height(image.height) {
    if (width < 1 || height < 1 || width > largest_side || height > largest_side) {
        throw std::invalid_argument("an image must have 1 to 65536 pixels along each side");
    }
    switch (format) {
        case FACECAP_PIXEL_FORMAT_GRAY8:
            add(image, 0, CV_8UC1, 1, 1);
            return;
        case FACECAP_PIXEL_FORMAT_NV12:
            add(image, 0, CV_8UC1, 1, 1);
            add(image, 1, CV_8UC2, 2, 2);
            return;
        case FACECAP_PIXEL_FORMAT_I420:
            add(image, 0, CV_8UC1, 1, 1);
            add(image, 1, CV_8UC1, 2, 2);
            add(image, 2, CV_8UC1, 2, 2);
            return;
        case FACECAP_PIXEL_FORMAT_YUYV:
        case FACECAP_PIXEL_FORMAT_UYVY:
            add(image, 0, CV_8UC2, 1, 1);
            add(image, 0, CV_8UC4, 2, 1);
            return;
        case FACECAP_PIXEL_FORMAT_BGR24:
            add(image, 0, CV_8UC3, 1, 1);
            return;
        case FACECAP_PIXEL_FORMAT_BGRA:
            add(image, 0, CV_8UC4, 1, 1);
            return;
        case FACECAP_PIXEL_FORMAT_DEPTH16:
            throw std::invalid_argument("a depth image shows no faces");
    }
    throw std::invalid_argument("the pixel format is unknown");
}

void SourceImage::add(
    const FacecapImage &image, int plane, int type, int columns, int rows) {
    const int matrix_width = (width + columns - 1) / columns;
    const int matrix_height = (height + rows - 1) / rows;
    const ptrdiff_t bytes_per_row = image.bytes_per_row[plane];
    if (image.planes[plane] == nullptr ||
        bytes_per_row < static_cast<ptrdiff_t>(matrix_width) * CV_ELEM_SIZE(type)) {
        throw std::invalid_argument("a plane is missing, or its rows are too short");
    }
    // OpenCV has no matrix over constant memory; nothing here writes to it.
    auto *bytes = const_cast<uint8_t *>(image.planes[plane]);
    planes[plane_count++] = {
        cv::Mat(matrix_height, matrix_width, type, bytes, static_cast<size_t>(bytes_per_row)),
        columns, rows};
}

}  // namespace facecap
