#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "small_picture.hpp"

namespace facecap {

namespace {

/// The stretch of an axis about `center` that sampling may touch, inside 0 ..< `extent`, in whole
/// multiples of `step` where there is room for one.
cv::Range stretch(double center, double reach, int extent, int &step) {
    const int first = std::clamp(static_cast<int>(std::floor(center - reach)), 0, extent - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(center + reach)), first + 1, extent);
    if (last - first < step) step = 1;
    return {first, first + (last - first) / step * step};
}

}  // namespace

void SmallPicture::cut(const SourcePicture &source, const FacecapCrop &crop, int side) {
    const double reach = std::max(source.width, source.height);
    const bool is_sane = std::isfinite(crop.turn_degrees) && crop.side > 0 &&
                         crop.side <= 4 * reach && std::abs(crop.center_x) <= 4 * reach &&
                         std::abs(crop.center_y) <= 4 * reach;
    if (!is_sane) throw std::invalid_argument("a crop lies far outside of the picture");
    format_ = source.format;
    is_full_range_ = source.is_full_range;
    for (int plane = 0; plane < source.plane_count; ++plane) {
        cut_plane(source.planes[plane], crop, side, plane, planes_[plane]);
    }
}

void SmallPicture::cut_plane(
    const SourcePlane &source, const FacecapCrop &crop, int side, int index, cv::Mat &result) {
    const double scale = crop.side / side;
    int step_x = std::max(1, static_cast<int>(scale / source.columns));
    int step_y = std::max(1, static_cast<int>(scale / source.rows));
    // The turned square lies within sqrt(1/2) of its side; some more for interpolation.
    const double center_x = crop.center_x / source.columns;
    const double center_y = crop.center_y / source.rows;
    const cv::Range columns = stretch(
        center_x, crop.side / source.columns * 0.75 + 2 * step_x, source.samples.cols, step_x);
    const cv::Range rows = stretch(
        center_y, crop.side / source.rows * 0.75 + 2 * step_y, source.samples.rows, step_y);
    cv::Mat part = source.samples(rows, columns);
    if (step_x > 1 || step_y > 1) {
        const cv::Size size(part.cols / step_x, part.rows / step_y);
        resample(part, index, size, scratch_);
        part = scratch_;
    }

    // From the middle of a pixel of the result to the middle of a pixel of `part`.
    const double turn = crop.turn_degrees * CV_PI / 180;
    const double cosine = scale * std::cos(turn);
    const double sine = scale * std::sin(turn);
    const double sign = crop.is_mirrored != 0 ? -1 : 1;
    const double per_column = 1.0 / (source.columns * step_x);
    const double per_row = 1.0 / (source.rows * step_y);
    const double half = (side - 1) / 2.0;
    FacecapMap map = {sign * cosine * per_column, -sine * per_column, 0,
                      sign * sine * per_row,      cosine * per_row,   0};
    map.c = (center_x - columns.start) / step_x - 0.5 - half * (map.a + map.b);
    map.f = (center_y - rows.start) / step_y - 0.5 - half * (map.d + map.e);
    result.create(side, side, part.type());
    const FacecapSamples samples = samples_of(part);
    facecap_warp(
        &samples, &map, result.data, static_cast<ptrdiff_t>(result.step[0]), side);
}

}  // namespace facecap
