// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "canvas.hpp"

namespace facecap_drawing {

namespace {

/// Blocks along each side of what is covered: too few to tell a face by.
constexpr int most_blocks = 6;
/// Pixels along each side of a block, where the region is that large.
constexpr int smallest_block = 8;

/// The samples of a row that overlap a region: `first` up to but without `last`.
struct Span {
    int first = 0;
    int last = 0;
};

/// Where the samples of a plane overlap a region, row by row.
struct Region {
    int top = 0;
    std::vector<Span> spans;
    /// The smallest rectangle around them; empty where there are none.
    cv::Rect bounds;
};

void include(const cv::Point2d &point, double &least, double &most) {
    least = std::min(least, point.x);
    most = std::max(most, point.x);
}

/// The stretch of x of the edge from `a` to `b` between two values of y.
void include_edge(
    cv::Point2d a, cv::Point2d b, double top, double bottom, double &least, double &most) {
    if (a.y > b.y) std::swap(a, b);
    if (b.y < top || a.y > bottom) return;
    const auto at = [&](double y) {
        return cv::Point2d(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y);
    };
    include(a.y < top ? at(top) : a, least, most);
    include(b.y > bottom ? at(bottom) : b, least, most);
}

/// Samples from the lower to the upper end, rounded outward; a point lies in one.
Span outward(double least, double most, int limit) {
    const double first = std::floor(least);
    const double last = std::max(std::ceil(most), first + 1);
    const auto inside = [limit](double value) {
        return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(limit)));
    };
    return {inside(first), inside(last)};
}

/// - scale: samples a pixel.
void find_region(
    const FacecapCanvasPoint *points, int count, double scale, cv::Size plane, Region &region) {
    region.spans.clear();
    region.bounds = {};
    double highest = std::numeric_limits<double>::infinity(), lowest = -highest;
    for (int i = 0; i < count; ++i) {
        highest = std::min(highest, points[i].y * scale);
        lowest = std::max(lowest, points[i].y * scale);
    }
    const Span rows = outward(highest, lowest, plane.height);
    region.top = rows.first;
    for (int row = rows.first; row < rows.last; ++row) {
        double least = std::numeric_limits<double>::infinity(), most = -least;
        for (int i = 0; i < count; ++i) {
            const FacecapCanvasPoint &a = points[i], &b = points[(i + 1) % count];
            include_edge(
                {a.x * scale, a.y * scale}, {b.x * scale, b.y * scale}, row, row + 1, least, most);
        }
        const Span span = least <= most ? outward(least, most, plane.width) : Span();
        region.spans.push_back(span);
        if (span.first < span.last) {
            region.bounds |= cv::Rect(span.first, row, span.last - span.first, 1);
        }
    }
}

int block_count(int length, int smallest) {
    return std::clamp(length / smallest, 1, most_blocks);
}

/// What hides the samples of a rectangle.
void hide(const cv::Mat &samples, FacecapCovering covering, int smallest, cv::Mat &result) {
    uint8_t means[most_blocks * most_blocks];
    cv::Mat blocks(
        block_count(samples.rows, smallest), block_count(samples.cols, smallest), CV_8UC1, means);
    cv::resize(samples, blocks, blocks.size(), 0, 0, cv::INTER_AREA);
    if (covering == FACECAP_COVERING_BLUR) {
        cv::blur(blocks, blocks, {3, 3}, {-1, -1}, cv::BORDER_REPLICATE);
    }
    const int way = covering == FACECAP_COVERING_BLUR ? cv::INTER_LINEAR : cv::INTER_NEAREST;
    cv::resize(blocks, result, samples.size(), 0, 0, way);
}

}  // namespace

void cover(
    Canvas &canvas, const FacecapCanvasPoint *points, int count, FacecapCovering covering,
    const Sample &color) {
    if (count < 1) return;
    const auto width = static_cast<double>(canvas.width);
    const auto height = static_cast<double>(canvas.height);
    const FacecapCanvasPoint everything[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    if (!are_near(points, count)) {
        points = everything;
        count = 4;
    }
    // Memory that stays for the next region of this thread.
    static thread_local Region region;
    static thread_local cv::Mat memory;
    for (int i = 0; i < 3; ++i) {
        cv::Mat &plane = canvas.planes[i];
        find_region(points, count, i == 0 ? 1 : 0.5, plane.size(), region);
        const cv::Rect bounds = region.bounds;
        if (bounds.empty()) continue;
        if (memory.rows < bounds.height || memory.cols < bounds.width) {
            memory.create(
                std::max(memory.rows, bounds.height), std::max(memory.cols, bounds.width), CV_8UC1);
        }
        cv::Mat hidden = memory(cv::Rect({0, 0}, bounds.size()));
        if (covering == FACECAP_COVERING_COLOR) {
            hidden.setTo(color[i]);
        } else {
            hide(plane(bounds), covering, i == 0 ? smallest_block : smallest_block / 2, hidden);
        }
        for (int row = bounds.y; row < bounds.y + bounds.height; ++row) {
            const Span &span = region.spans[static_cast<size_t>(row - region.top)];
            std::memcpy(
                plane.ptr(row) + span.first, hidden.ptr(row - bounds.y) + span.first - bounds.x,
                static_cast<size_t>(std::max(0, span.last - span.first)));
        }
    }
}

}  // namespace facecap_drawing
