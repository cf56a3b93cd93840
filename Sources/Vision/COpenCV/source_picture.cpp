#include "source_picture.hpp"

#include <stdexcept>

namespace facecap {

namespace {
constexpr int largest_side = 1 << 16;
}

SourcePicture::SourcePicture(const FacecapPicture &picture)
    : format(picture.format),
      is_full_range(picture.is_full_range != 0),
      width(picture.width),
      height(picture.height) {
    if (width < 1 || height < 1 || width > largest_side || height > largest_side) {
        throw std::invalid_argument("a picture must have 1 to 65536 pixels along each side");
    }
    switch (format) {
        case FACECAP_PIXEL_FORMAT_GRAY8:
            add(picture, 0, CV_8UC1, 1, 1);
            return;
        case FACECAP_PIXEL_FORMAT_NV12:
            add(picture, 0, CV_8UC1, 1, 1);
            add(picture, 1, CV_8UC2, 2, 2);
            return;
        case FACECAP_PIXEL_FORMAT_I420:
            add(picture, 0, CV_8UC1, 1, 1);
            add(picture, 1, CV_8UC1, 2, 2);
            add(picture, 2, CV_8UC1, 2, 2);
            return;
        case FACECAP_PIXEL_FORMAT_YUYV:
        case FACECAP_PIXEL_FORMAT_UYVY:
            add(picture, 0, CV_8UC2, 1, 1);
            add(picture, 0, CV_8UC4, 2, 1);
            return;
        case FACECAP_PIXEL_FORMAT_BGR24:
            add(picture, 0, CV_8UC3, 1, 1);
            return;
        case FACECAP_PIXEL_FORMAT_DEPTH16:
            throw std::invalid_argument("a picture of distances shows no faces");
    }
    throw std::invalid_argument("the pixel format is unknown");
}

void SourcePicture::add(
    const FacecapPicture &picture, int plane, int type, int columns, int rows) {
    const int matrix_width = (width + columns - 1) / columns;
    const int matrix_height = (height + rows - 1) / rows;
    const ptrdiff_t bytes_per_row = picture.bytes_per_row[plane];
    if (picture.planes[plane] == nullptr ||
        bytes_per_row < static_cast<ptrdiff_t>(matrix_width) * CV_ELEM_SIZE(type)) {
        throw std::invalid_argument("a plane is missing, or its rows are too short");
    }
    // OpenCV has no matrix over constant memory; nothing here writes to it.
    auto *bytes = const_cast<uint8_t *>(picture.planes[plane]);
    planes[plane_count++] = {
        cv::Mat(matrix_height, matrix_width, type, bytes, static_cast<size_t>(bytes_per_row)),
        columns, rows};
}

}  // namespace facecap
