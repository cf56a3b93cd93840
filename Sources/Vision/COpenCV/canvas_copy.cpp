// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "canvas.hpp"
#include "color.hpp"

namespace facecap_drawing {

namespace {

using Planes = std::array<cv::Mat, 3>;

/// Luma and chroma of pairs of pixels; chroma becomes the mean of two rows.
void convert_pairs(const cv::Mat &pairs, int luma, int cb, int cr, Planes &planes) {
    for (int row = 0; row < planes[0].rows; ++row) {
        const uint8_t *from = pairs.ptr(row);
        uint8_t *to = planes[0].ptr(row);
        for (int column = 0; column < planes[0].cols; ++column) to[column] = from[2 * column + luma];
    }
    for (int row = 0; row < planes[1].rows; ++row) {
        const uint8_t *upper = pairs.ptr(2 * row);
        const uint8_t *lower = pairs.ptr(std::min(2 * row + 1, pairs.rows - 1));
        uint8_t *to_cb = planes[1].ptr(row), *to_cr = planes[2].ptr(row);
        for (int column = 0; column < planes[1].cols; ++column) {
            const int at = 4 * column;
            const auto mean = [&](int i) {
                return static_cast<uint8_t>((upper[at + i] + lower[at + i] + 1) / 2);
            };
            to_cb[column] = mean(cb);
            to_cr[column] = mean(cr);
        }
    }
}

/// `bgr` may have an alpha too, at which nobody looks.
void convert_bgr(const cv::Mat &bgr, bool is_full_range, Planes &planes) {
    const ColorConversion conversion(is_full_range);
    const int step = bgr.channels();
    for (int row = 0; row < bgr.rows; ++row) {
        const uint8_t *from = bgr.ptr(row);
        uint8_t *to = planes[0].ptr(row);
        for (int column = 0; column < bgr.cols; ++column, from += step) {
            to[column] = conversion.luma(from[2], from[1], from[0]);
        }
    }
    for (int row = 0; row < planes[1].rows; ++row) {
        const uint8_t *upper = bgr.ptr(2 * row);
        const uint8_t *lower = bgr.ptr(std::min(2 * row + 1, bgr.rows - 1));
        uint8_t *to_cb = planes[1].ptr(row), *to_cr = planes[2].ptr(row);
        for (int column = 0; column < planes[1].cols; ++column) {
            const int left = 2 * step * column;
            const int right = step * std::min(2 * column + 1, bgr.cols - 1);
            const auto mean = [&](int i) {
                return static_cast<float>(
                           upper[left + i] + upper[right + i] + lower[left + i] + lower[right + i]) /
                       4;
            };
            const float blue = mean(0), green = mean(1), red = mean(2);
            to_cb[column] = conversion.cb(red, green, blue);
            to_cr[column] = conversion.cr(red, green, blue);
        }
    }
}

/// The planes are headers of the same memory: functions that write to them see the right size already.
void convert(const facecap::SourceImage &source, bool is_full_range, Planes to) {
    const cv::Mat &first = source.planes[0].samples;
    switch (source.format) {
        case FACECAP_PIXEL_FORMAT_GRAY8:
            first.copyTo(to[0]);
            to[1].setTo(128);
            to[2].setTo(128);
            return;
        case FACECAP_PIXEL_FORMAT_NV12:
            first.copyTo(to[0]);
            cv::split(source.planes[1].samples, &to[1]);
            return;
        case FACECAP_PIXEL_FORMAT_I420:
            for (int i = 0; i < 3; ++i) source.planes[i].samples.copyTo(to[i]);
            return;
        case FACECAP_PIXEL_FORMAT_YUYV:
            return convert_pairs(source.planes[1].samples, 0, 1, 3, to);
        case FACECAP_PIXEL_FORMAT_UYVY:
            return convert_pairs(source.planes[1].samples, 1, 0, 2, to);
        case FACECAP_PIXEL_FORMAT_BGR24:
        case FACECAP_PIXEL_FORMAT_BGRA:
            return convert_bgr(first, is_full_range, to);
        case FACECAP_PIXEL_FORMAT_DEPTH16:
            break;
    }
    throw std::invalid_argument("the pixel format is unknown");
}

void turn(const cv::Mat &from, int quarter_turns, bool is_mirrored, cv::Mat to) {
    if (quarter_turns == 0) {
        cv::flip(from, to, 1);
    } else {
        facecap::turn(from, quarter_turns, to);
        if (is_mirrored) cv::flip(to, to, 1);
    }
}

}  // namespace

void copy(const Canvas &canvas, const facecap::SourceImage &source) {
    const bool exchanges_sides = canvas.quarter_turns % 2 == 1;
    if (source.width != (exchanges_sides ? canvas.height : canvas.width) ||
        source.height != (exchanges_sides ? canvas.width : canvas.height)) {
        throw std::invalid_argument("a canvas has the size of what it copies");
    }
    if (canvas.quarter_turns == 0 && !canvas.is_mirrored) {
        return convert(source, canvas.is_full_range, canvas.planes);
    }
    // Memory that stays for the next frame of this thread.
    static thread_local Planes stored;
    for (int i = 0; i < 3; ++i) {
        const int columns = i == 0 ? source.width : (source.width + 1) / 2;
        const int rows = i == 0 ? source.height : (source.height + 1) / 2;
        stored[i].create(rows, columns, CV_8UC1);
    }
    convert(source, canvas.is_full_range, stored);
    for (int i = 0; i < 3; ++i) {
        turn(stored[i], canvas.quarter_turns, canvas.is_mirrored, canvas.planes[i]);
    }
}

}  // namespace facecap_drawing
