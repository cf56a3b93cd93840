// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "canvas.hpp"

namespace facecap_drawing {

namespace {

/// Bits behind the point of the coordinates that OpenCV is given.
constexpr int shift = 4;

/// OpenCV's whole coordinates are the middles of pixels.
cv::Point fixed(cv::Point2d point, double scale) {
    constexpr double one = 1 << shift;
    return {
        static_cast<int>(std::lround((point.x * scale - 0.5) * one)),
        static_cast<int>(std::lround((point.y * scale - 0.5) * one))};
}

/// Cuts a line off at the edges of the canvas, `margin` pixels beyond them; false when none is left.
///
/// Y.-D. Liang and B. A. Barsky, "A New Concept and Method for Line Clipping", 1984.
bool clip(const Canvas &canvas, double margin, cv::Point2d &from, cv::Point2d &to) {
    const cv::Point2d way = to - from;
    double first = 0, last = 1;
    const auto cut = [&](double step, double room) {
        if (step == 0) return room >= 0;
        const double where = room / step;
        if (step < 0) first = std::max(first, where);
        if (step > 0) last = std::min(last, where);
        return first <= last;
    };
    const bool is_left = cut(-way.x, from.x + margin) &&
                         cut(way.x, canvas.width + margin - from.x) &&
                         cut(-way.y, from.y + margin) &&
                         cut(way.y, canvas.height + margin - from.y);
    if (!is_left) return false;
    to = from + way * last;
    from = from + way * first;
    return true;
}

void draw_stretch(
    Canvas &canvas, cv::Point2d from, cv::Point2d to, double width, const Sample &color) {
    if (!clip(canvas, 2 * width + 4, from, to)) return;
    for (int i = 0; i < 3; ++i) {
        const double scale = i == 0 ? 1 : 0.5;
        const int thickness = std::max(1, static_cast<int>(std::lround(width * scale)));
        cv::line(
            canvas.planes[i], fixed(from, scale), fixed(to, scale), cv::Scalar(color[i]), thickness,
            cv::LINE_AA, shift);
    }
}

void draw_dashes(
    Canvas &canvas, cv::Point2d from, cv::Point2d to, double width, const Sample &color) {
    // Of a long line only the dashes that can be seen are drawn.
    cv::Point2d start = from, end = to;
    if (!clip(canvas, 2 * width + 4, start, end)) return;
    const double length = cv::norm(to - from);
    if (length == 0) return;
    const cv::Point2d direction = (to - from) / length;
    // Smooth ends reach a little beyond the dash.
    const double dash = 4 * width, period = 10 * width;
    const double last = cv::norm(end - from);
    double at = std::floor(cv::norm(start - from) / period) * period;
    for (; at < last; at += period) {
        draw_stretch(
            canvas, from + direction * at, from + direction * std::min(at + dash, length), width,
            color);
    }
}

}  // namespace

void draw_line(
    Canvas &canvas, const FacecapCanvasPoint *points, int count, bool is_closed, bool is_dashed,
    double width, const Sample &color) {
    if (!are_near(points, count) || !std::isfinite(width) || width <= 0) return;
    const double limited = std::clamp(width, 1.0, 255.0);
    const int last = is_closed && count > 2 ? count : count - 1;
    for (int i = 0; i < last; ++i) {
        const cv::Point2d from = canvas.stored(points[i]);
        const cv::Point2d to = canvas.stored(points[(i + 1) % count]);
        if (is_dashed) {
            draw_dashes(canvas, from, to, limited, color);
        } else {
            draw_stretch(canvas, from, to, limited, color);
        }
    }
}

void draw_dot(Canvas &canvas, FacecapCanvasPoint center, double radius, const Sample &color) {
    if (!are_near(&center, 1) || !is_near(radius) || radius <= 0) return;
    const cv::Point2d middle = canvas.stored(center);
    const double reach = radius + 2;
    if (middle.x < -reach || middle.y < -reach || middle.x > canvas.width + reach ||
        middle.y > canvas.height + reach || radius > std::max(canvas.width, canvas.height)) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const double scale = i == 0 ? 1 : 0.5;
        const double fixed_radius = std::max(0.5, radius * scale) * (1 << shift);
        cv::circle(
            canvas.planes[i], fixed(middle, scale), static_cast<int>(std::lround(fixed_radius)),
            cv::Scalar(color[i]), cv::FILLED, cv::LINE_AA, shift);
    }
}

}  // namespace facecap_drawing
