// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <opencv2/core.hpp>
#include <stdexcept>

#include "canvas.hpp"

namespace facecap_drawing {

namespace {

/// Turns what is to be shown upright to where it is stored.
cv::Mat stored_mask(cv::Mat shown, const Canvas &canvas, cv::Mat &memory) {
    if (canvas.is_mirrored) {
        static thread_local cv::Mat mirrored;
        cv::flip(shown, mirrored, 1);
        shown = mirrored;
    }
    if (canvas.quarter_turns == 0) return shown;
    facecap::turn(shown, 4 - canvas.quarter_turns, memory);
    return memory;
}

cv::Rect stored_rect(const Canvas &canvas, cv::Rect shown) {
    const cv::Point2d a = canvas.stored({double(shown.x), double(shown.y)});
    const cv::Point2d b =
        canvas.stored({double(shown.x + shown.width), double(shown.y + shown.height)});
    return {
        cv::Point(static_cast<int>(std::min(a.x, b.x)), static_cast<int>(std::min(a.y, b.y))),
        cv::Point(static_cast<int>(std::max(a.x, b.x)), static_cast<int>(std::max(a.y, b.y)))};
}

/// What a sample is for each coverage.
using Ramp = std::array<uint8_t, 256>;

Ramp ramp(uint8_t background, uint8_t ink) {
    Ramp ramp;
    for (int share = 0; share < 256; ++share) {
        ramp[share] =
            static_cast<uint8_t>((background * (255 - share) + ink * share + 127) / 255);
    }
    return ramp;
}

void fill_luma(cv::Mat &plane, cv::Rect rect, const cv::Mat &mask, const Ramp &ramp) {
    for (int row = 0; row < rect.height; ++row) {
        const uint8_t *coverage = mask.ptr(row);
        uint8_t *samples = plane.ptr(rect.y + row) + rect.x;
        for (int column = 0; column < rect.width; ++column) {
            samples[column] = ramp[coverage[column]];
        }
    }
}

/// Fills every sample of which a pixel is covered, by the mean of those pixels.
void fill_chroma(
    cv::Mat &first, cv::Mat &second, cv::Rect rect, const cv::Mat &mask, const Ramp &first_ramp,
    const Ramp &second_ramp) {
    const int last_column = (rect.x + rect.width + 1) / 2;
    const int last_row = (rect.y + rect.height + 1) / 2;
    for (int row = rect.y / 2; row < last_row; ++row) {
        const int top = std::max(row * 2 - rect.y, 0);
        const int bottom = std::min(row * 2 + 1 - rect.y, rect.height - 1);
        const uint8_t *upper = mask.ptr(top), *lower = mask.ptr(bottom);
        uint8_t *cb = first.ptr(row), *cr = second.ptr(row);
        for (int column = rect.x / 2; column < last_column; ++column) {
            const int left = std::max(column * 2 - rect.x, 0);
            const int right = std::min(column * 2 + 1 - rect.x, rect.width - 1);
            const int share = (upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4;
            cb[column] = first_ramp[share];
            cr[column] = second_ramp[share];
        }
    }
}

}  // namespace

void draw_label(
    Canvas &canvas, const FacecapCanvasLabel &label, const Sample &background, const Sample &ink) {
    if (label.coverage == nullptr || label.width < 1 || label.width > 1 << 14 ||
        label.height < 1 || label.height > 1 << 10 || !is_near(label.left) ||
        !is_near(label.top)) {
        throw std::invalid_argument("a label has no extent, or too much of it");
    }
    // The canvas reads what it is lent.
    const cv::Mat upright(
        label.height, label.width, CV_8UC1, const_cast<uint8_t *>(label.coverage));
    const cv::Rect whole(label.left, label.top, label.width, label.height);
    const cv::Rect seen = whole & cv::Rect({0, 0}, canvas.shown_size());
    if (seen.empty()) return;
    // Memory that stays for the next label of this thread.
    static thread_local cv::Mat turned;
    const cv::Mat mask =
        stored_mask(upright(seen - whole.tl()), canvas, turned);
    const cv::Rect rect = stored_rect(canvas, seen);
    fill_luma(canvas.planes[0], rect, mask, ramp(background[0], ink[0]));
    fill_chroma(
        canvas.planes[1], canvas.planes[2], rect, mask, ramp(background[1], ink[1]),
        ramp(background[2], ink[2]));
}

}  // namespace facecap_drawing
