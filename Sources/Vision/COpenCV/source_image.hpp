#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "facecap_image.h"

namespace facecap {

/// Turns an image clockwise by 1 to 3 quarters.
inline void turn(const cv::Mat &from, int quarters, cv::Mat &to) {
    static_assert(
        cv::ROTATE_90_CLOCKWISE == 0 && cv::ROTATE_180 == 1 && cv::ROTATE_90_COUNTERCLOCKWISE == 2);
    cv::rotate(from, to, quarters - 1);
}

/// Samples of a stored image, seen as matrices without a copy.
struct SourcePlane {
    /// One element holds the samples of `columns` x `rows` pixels.
    cv::Mat samples;
    int columns = 1;
    int rows = 1;
};

/// A checked image whose planes are ready for OpenCV; plane 0 holds luma, except in BGR.
///
/// YUYV and UYVY are seen twice: as pairs (luma and some chroma) of single pixels, and as fours of
/// two pixels.
class SourceImage {
public:
    /// Throws `std::invalid_argument` for what is no image.
    explicit SourceImage(const FacecapImage &image);

    FacecapPixelFormat format;
    bool is_full_range;
    int width;
    int height;
    int plane_count = 0;
    std::array<SourcePlane, 3> planes;

private:
    void add(const FacecapImage &image, int plane, int type, int columns, int rows);
};

}  // namespace facecap
