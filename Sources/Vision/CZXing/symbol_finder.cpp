// SPDX-License-Identifier: Apache-2.0
#include "symbol_finder.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

namespace facecap {

namespace {

/// By how much neighbors differ in a symbol at least, of 255.
constexpr int least_contrast = 40;
/// The side of the square about a pixel, half of which is such neighbors in a symbol.
constexpr int window = 9;
/// Half of 255.
constexpr int half = 128;
/// The image is halved so often, ...
constexpr int level_count = 3;
/// ... and so many regions at most are looked at in each.
constexpr size_t region_limit = 32;
/// The least part of its ellipse that a parallelogram fills, with some more for ragged sides.
constexpr double least_fill = 0.6;
/// The least part of a dark spot that lies within the region to which it belongs.
constexpr double least_inside = 0.1;
/// Reduced pixels that are looked at about a region.
constexpr int margin = 16;

double cross(cv::Point2f a, cv::Point2f b) { return double(a.x) * b.y - double(a.y) * b.x; }

/// A connected region of a mask; what it encloses belongs to it.
struct Component {
    std::vector<cv::Point> contour;
    cv::Rect box;
    double area;
};

std::vector<Component> components(const cv::Mat &mask) {
    std::vector<std::vector<cv::Point>> contours;
    cv::findContours(mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
    std::vector<Component> large;
    for (std::vector<cv::Point> &contour : contours) {
        const cv::Rect box = cv::boundingRect(contour);
        if (std::min(box.width, box.height) < 8) continue;
        const cv::Moments moments = cv::moments(contour);
        // The part of a parallelogram of the same moments that it fills; 1 where it is one.
        const double spread = moments.mu20 * moments.mu02 - moments.mu11 * moments.mu11;
        if (spread <= 0) continue;
        const double area = moments.m00, fill = area * area / (12 * std::sqrt(spread));
        if (fill >= least_fill) large.push_back({std::move(contour), box, area});
    }
    std::sort(large.begin(), large.end(), [](const Component &a, const Component &b) {
        return a.area > b.area;
    });
    if (large.size() > region_limit) large.resize(region_limit);
    return large;
}

/// The connected dark parts of an image by numbers from 1 on, and how many numbers there are.
int label(const cv::Mat &mask, cv::Mat &labels) {
    // Every fourth pixel may have a number of its own.
    const bool fits = mask.total() / 4 < 65'000;
    cv::Mat numbers;
    const int count = cv::connectedComponents(mask, numbers, 8, fits ? CV_16U : CV_32S);
    numbers.convertTo(labels, CV_32S);
    return count;
}

/// The value that parts the pixels of `own` best into dark and light ones (Otsu 1979).
int threshold(const cv::Mat &image, const cv::Mat &own) {
    int64_t counts[256] = {};
    int64_t total = 0;
    double sum = 0;
    for (int y = 0; y < own.rows; ++y) {
        const uint8_t *inside = own.ptr(y), *values = image.ptr(y);
        for (int x = 0; x < own.cols; ++x) {
            if (inside[x] == 0) continue;
            ++counts[values[x]];
            ++total;
            sum += values[x];
        }
    }
    double best = -1, dark_sum = 0;
    int result = half;
    int64_t dark = 0;
    for (int value = 0; value < 256; ++value) {
        dark += counts[value];
        dark_sum += double(value) * double(counts[value]);
        if (dark == 0 || dark == total) continue;
        const double distance =
            dark_sum / double(dark) - (sum - dark_sum) / double(total - dark);
        const double variance = double(dark) * double(total - dark) * distance * distance;
        if (variance > best) {
            best = variance;
            result = value;
        }
    }
    return result;
}

/// A dark spot: how many pixels it has, of which lie in the region, and whether it goes on beyond the image.
struct Spot {
    int area = 0;
    int inside = 0;
    bool goes_on = false;
};

/// The convex outline of the dark spots that belong to a region; empty where there are none.
std::vector<cv::Point2f> outline(const cv::Mat &image, const cv::Mat &own, int dark) {
    cv::Mat labels;
    std::vector<Spot> spots(static_cast<size_t>(label(image <= dark, labels)));
    for (int y = 0; y < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y);
        const uint8_t *belongs = own.ptr(y);
        const bool is_edge = y == 0 || y == labels.rows - 1;
        for (int x = 0; x < labels.cols; ++x) {
            Spot &spot = spots[static_cast<size_t>(row[x])];
            ++spot.area;
            if (belongs[x] != 0) ++spot.inside;
            if (is_edge || x == 0 || x == labels.cols - 1) spot.goes_on = true;
        }
    }
    // What goes on is what lies about the symbol.
    const auto is_part = [&](int label) {
        const Spot &spot = spots[static_cast<size_t>(label)];
        return label != 0 && !spot.goes_on && spot.inside >= least_inside * spot.area;
    };
    std::vector<cv::Point2f> points, hull;
    for (int y = 0; y < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y);
        int first = 0, last = labels.cols - 1;
        while (first <= last && !is_part(row[first])) ++first;
        while (last > first && !is_part(row[last])) --last;
        if (first > last) continue;
        for (const int edge : {y, y + 1}) {
            points.emplace_back(float(first), float(edge));
            points.emplace_back(float(last + 1), float(edge));
        }
    }
    if (!points.empty()) cv::convexHull(points, hull);
    return hull;
}

/// The quadrilateral about a convex outline: sides are left out, those first that add least.
bool quadrilateral(std::vector<cv::Point2f> points, std::array<cv::Point2f, 4> &corners) {
    while (points.size() > 4) {
        const size_t count = points.size();
        size_t least = count;
        double least_area = 0;
        cv::Point2f tip;
        for (size_t i = 0; i < count; ++i) {
            const cv::Point2f a = points[(i + count - 1) % count], b = points[i],
                              c = points[(i + 1) % count], d = points[(i + 2) % count];
            // Where the sides before and behind meet.
            const double turn = cross(b - a, c - d);
            if (std::abs(turn) < 1e-9) continue;
            const double ahead = cross(d - a, c - d) / turn, back = cross(d - a, b - a) / turn;
            if (ahead < 1 || back < 1) continue;
            const cv::Point2f meeting = a + (b - a) * float(ahead);
            const double area = std::abs(cross(b - meeting, c - meeting)) / 2;
            if (least == count || area < least_area) {
                least = i;
                least_area = area;
                tip = meeting;
            }
        }
        if (least == count) return false;
        points[least] = tip;
        points.erase(points.begin() + static_cast<std::ptrdiff_t>((least + 1) % count));
    }
    if (points.size() < 4) return false;
    std::copy(points.begin(), points.end(), corners.begin());
    return true;
}

/// Adds the regions that are seen in an image of half the size of `image`.
void find(const cv::Mat &image, const cv::Mat &reduced, int reduction, std::vector<SymbolRegion> &found) {
    cv::Mat contrast, density;
    cv::morphologyEx(
        reduced, contrast, cv::MORPH_GRADIENT, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
    cv::boxFilter(contrast >= least_contrast, density, CV_8U, {window, window});
    for (const Component &component : components(density >= half)) {
        const cv::Rect part = (component.box + cv::Point(-margin, -margin)
                               + cv::Size(2 * margin, 2 * margin))
            & cv::Rect({}, reduced.size());
        const cv::Rect whole(part.tl() * 2, part.size() * 2);
        cv::Mat own(part.size(), CV_8UC1, cv::Scalar(0)), own_pixels;
        cv::fillPoly(
            own, std::vector<std::vector<cv::Point>>{component.contour}, cv::Scalar(255),
            cv::LINE_8, 0, -part.tl());
        cv::resize(own, own_pixels, whole.size(), 0, 0, cv::INTER_NEAREST);
        const std::vector<cv::Point2f> hull =
            outline(image(whole), own_pixels, threshold(reduced(part), own));
        SymbolRegion region;
        if (hull.size() < 4 || !quadrilateral(hull, region.corners)) continue;
        const double hull_area = cv::contourArea(hull), area = cv::contourArea(region.corners);
        if (area <= 0) continue;
        region.score = hull_area / area * std::min(1.0, 4 * component.area / hull_area);
        region.reduction = reduction;
        for (cv::Point2f &corner : region.corners) {
            corner = (corner + cv::Point2f(whole.tl())) * (float(reduction) / 2);
        }
        found.push_back(region);
    }
}

}  // namespace

std::vector<SymbolRegion> find_symbols(const cv::Mat &image) {
    std::vector<SymbolRegion> found;
    cv::Mat larger = image;
    for (int level = 1; level <= level_count; ++level) {
        cv::Mat reduced;
        const cv::Size size(larger.cols / 2, larger.rows / 2);
        if (std::min(size.width, size.height) < window) break;
        cv::resize(
            larger(cv::Rect(0, 0, 2 * size.width, 2 * size.height)), reduced, size, 0, 0,
            cv::INTER_AREA);
        find(larger, reduced, 1 << level, found);
        larger = reduced;
    }
    // Of what looks alike the larger first: a piece of a symbol has straight sides as well.
    const auto rank = [](const SymbolRegion &region) {
        const double area = cv::contourArea(region.corners);
        return std::make_tuple(
            -std::lround(10 * region.score), -std::lround(std::log2(area)), region.reduction,
            -region.score);
    };
    std::sort(found.begin(), found.end(), [&](const SymbolRegion &a, const SymbolRegion &b) {
        return rank(a) < rank(b);
    });
    return found;
}

}  // namespace facecap
