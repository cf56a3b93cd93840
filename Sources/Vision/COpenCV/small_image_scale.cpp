// SPDX-License-Identifier: Apache-2.0
#include <opencv2/imgproc.hpp>
#include <new>
#include <stdexcept>

#include "small_image.hpp"

namespace facecap {

namespace {

constexpr int largest_content = 1920;

void check(const SourceImage &source, const FacecapView &view) {
    const bool is_inside = view.x >= 0 && view.y >= 0 && view.width >= 1 && view.height >= 1 &&
                           view.width <= source.width - view.x &&
                           view.height <= source.height - view.y;
    if (!is_inside || view.x % 2 != 0 || view.y % 2 != 0) {
        throw std::invalid_argument("the view is not a part of the image");
    }
    if (view.content_width < 1 || view.content_width > largest_content ||
        view.content_height < 1 || view.content_height > largest_content ||
        view.quarter_turns < 0 || view.quarter_turns > 3) {
        throw std::invalid_argument("the small image must have 1 to 1920 pixels a side");
    }
}

}  // namespace

void SmallImage::scale(const SourceImage &source, const FacecapView &view) {
    check(source, view);
    format_ = source.format;
    is_full_range_ = source.is_full_range;
    for (int plane = 0; plane < source.plane_count; ++plane) scale_plane(source, view, plane);
}

const cv::Mat &SmallImage::scale_luma(const SourceImage &source, const FacecapView &view) {
    check(source, view);
    scale_plane(source, view, 0);
    switch (source.format) {
        case FACECAP_PIXEL_FORMAT_YUYV:
            cv::extractChannel(planes_[0], luma_, 0);
            return luma_;
        case FACECAP_PIXEL_FORMAT_UYVY:
            cv::extractChannel(planes_[0], luma_, 1);
            return luma_;
        case FACECAP_PIXEL_FORMAT_BGR24:
            cv::cvtColor(planes_[0], luma_, cv::COLOR_BGR2GRAY);
            return luma_;
        case FACECAP_PIXEL_FORMAT_BGRA:
            cv::cvtColor(planes_[0], luma_, cv::COLOR_BGRA2GRAY);
            return luma_;
        default:
            return planes_[0];
    }
}

void SmallImage::resample(const cv::Mat &part, int index, cv::Size size, cv::Mat &result) {
    auto &scaler = scalers_[index];
    if (scaler == nullptr) scaler.reset(facecap_scaler_create());
    if (scaler == nullptr) throw std::bad_alloc();
    result.create(size, part.type());
    const FacecapSamples samples = samples_of(part);
    char message[128] = "";
    const int32_t code = facecap_scaler_run(
        scaler.get(), &samples, result.data, static_cast<ptrdiff_t>(result.step[0]), size.width,
        size.height, message, sizeof message);
    if (code != 0) throw std::invalid_argument(message);
}

void SmallImage::scale_plane(const SourceImage &source, const FacecapView &view, int index) {
    const SourcePlane &plane = source.planes[index];
    const cv::Mat part = plane.samples(cv::Rect(
        view.x / plane.columns, view.y / plane.rows,
        (view.width + plane.columns - 1) / plane.columns,
        (view.height + plane.rows - 1) / plane.rows));
    const bool exchanges_sides = view.quarter_turns % 2 != 0;
    const cv::Size size = exchanges_sides ? cv::Size(view.content_height, view.content_width)
                                          : cv::Size(view.content_width, view.content_height);
    cv::Mat &scaled = view.quarter_turns == 0 ? planes_[index] : scratch_;
    resample(part, index, size, scaled);
    if (view.quarter_turns != 0) turn(scaled, view.quarter_turns, planes_[index]);
}

}  // namespace facecap
