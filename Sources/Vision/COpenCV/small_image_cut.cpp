// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "small_image.hpp"

namespace facecap {

namespace {

/// The stretch of an axis within `touched` of `center`, inside 0 ..< `extent`, in whole multiples of `step`
/// where there is room for one, counted from `reach` before the center: so what is made of each multiple
/// does not depend on how a crop is turned.
cv::Range stretch(double center, double reach, double touched, int extent, int &step) {
    const int first = std::clamp(static_cast<int>(std::floor(center - reach)), 0, extent - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(center + reach)), first + 1, extent);
    if (last - first < step) step = 1;
    const int count = (last - first) / step;
    const auto steps = [&](double place) { return (place - first) / step; };
    const int begin =
        std::clamp(static_cast<int>(std::floor(steps(center - touched))), 0, count - 1);
    const int end =
        std::clamp(static_cast<int>(std::ceil(steps(center + touched))), begin + 1, count);
    return {first + begin * step, first + end * step};
}

void check(const SourceImage &source, const FacecapCrop &crop) {
    const double reach = std::max(source.width, source.height);
    const bool is_sane = std::isfinite(crop.turn_degrees) && crop.side > 0 &&
                         crop.side <= 4 * reach && std::abs(crop.center_x) <= 4 * reach &&
                         std::abs(crop.center_y) <= 4 * reach;
    if (!is_sane) throw std::invalid_argument("a crop lies far outside of the image");
}

double radians(const FacecapCrop &crop) { return crop.turn_degrees * CV_PI / 180; }

}  // namespace

void SmallImage::take(
    const SourceImage &source, const FacecapCrop *crops, int count, int side) {
    double half = 0;
    for (int i = 0; i < count; ++i) {
        check(source, crops[i]);
        const double turn = radians(crops[i]);
        half = std::max(half, (std::abs(std::cos(turn)) + std::abs(std::sin(turn))) / 2);
    }
    format_ = source.format;
    is_full_range_ = source.is_full_range;
    plane_count_ = source.plane_count;
    for (int plane = 0; plane < plane_count_; ++plane) {
        take_plane(source.planes[plane], *crops, half * crops->side, side, plane);
    }
}

void SmallImage::take_plane(
    const SourcePlane &source, const FacecapCrop &crop, double touched, int side, int index) {
    const double scale = crop.side / side;
    int step_x = std::max(1, static_cast<int>(scale / source.columns));
    int step_y = std::max(1, static_cast<int>(scale / source.rows));
    // A turned square lies within sqrt(1/2) of its side; some more for interpolation.
    const auto range = [&](double center, int size, int extent, int &step) {
        const double more = 2 * step;
        return stretch(
            center / size, crop.side / size * 0.75 + more, touched / size + more, extent, step);
    };
    const cv::Range columns = range(crop.center_x, source.columns, source.samples.cols, step_x);
    const cv::Range rows = range(crop.center_y, source.rows, source.samples.rows, step_y);
    Part &part = parts_[index];
    part.per_column = 1.0 / (source.columns * step_x);
    part.per_row = 1.0 / (source.rows * step_y);
    part.center_x = (crop.center_x / source.columns - columns.start) / step_x;
    part.center_y = (crop.center_y / source.rows - rows.start) / step_y;
    part.samples = source.samples(rows, columns);
    if (step_x > 1 || step_y > 1) {
        const cv::Size size(part.samples.cols / step_x, part.samples.rows / step_y);
        resample(part.samples, index, size, part.reduced);
        part.samples = part.reduced;
    }
}

void SmallImage::cut(const FacecapCrop &crop, int side) {
    const double scale = crop.side / side;
    const double cosine = scale * std::cos(radians(crop));
    const double sine = scale * std::sin(radians(crop));
    const double sign = crop.is_mirrored != 0 ? -1 : 1;
    const double half = (side - 1) / 2.0;
    for (int plane = 0; plane < plane_count_; ++plane) {
        const Part &part = parts_[plane];
        // From the middle of a pixel of the result to the middle of a pixel of the part.
        FacecapMap map = {sign * cosine * part.per_column, -sine * part.per_column, 0,
                          sign * sine * part.per_row,      cosine * part.per_row,   0};
        map.c = part.center_x - 0.5 - half * (map.a + map.b);
        map.f = part.center_y - 0.5 - half * (map.d + map.e);
        planes_[plane].create(side, side, part.samples.type());
        const FacecapSamples samples = samples_of(part.samples);
        facecap_warp(
            &samples, &map, planes_[plane].data, static_cast<ptrdiff_t>(planes_[plane].step[0]),
            side);
    }
}

}  // namespace facecap
