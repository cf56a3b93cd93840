// SPDX-License-Identifier: Apache-2.0
#define ZX_USE_UTF8
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include "facecap_code_drawing.h"

namespace {

/// Modules of paper about the symbol, and how high the bars of linear symbols are.
constexpr double paper = 10, bar_height = 30;
/// Pixels from the camera at which a module has its size.
constexpr double distance = 1200;
constexpr double dark = 30, light = 235;

struct Point {
    double x, y;
};

/// The plane of the paper, seen by a camera.
class Plane {
public:
    explicit Plane(const FacecapCodePlace &place) : middle{place.x, place.y} {
        const double degree = std::acos(-1) / 180;
        const double turn = place.turn * degree, tilt = place.tilt * degree,
                     axis = place.tilt_axis * degree;
        const auto tilted = [&](double x, double y) {
            const double along = x * std::cos(axis) + y * std::sin(axis);
            const double across = y * std::cos(axis) - x * std::sin(axis);
            const double flat = across * std::cos(tilt), size = place.module_size;
            return std::array<double, 3>{
                size * (along * std::cos(axis) - flat * std::sin(axis)),
                size * (along * std::sin(axis) + flat * std::cos(axis)),
                size * across * std::sin(tilt)};
        };
        right = tilted(std::cos(turn), std::sin(turn));
        down = tilted(-std::sin(turn), std::cos(turn));
    }

    /// Where a module is, counted from the middle of the symbol.
    Point image(Point module) const {
        const double scale = distance / (distance + module.x * right[2] + module.y * down[2]);
        return {
            middle.x + scale * (module.x * right[0] + module.y * down[0]),
            middle.y + scale * (module.x * right[1] + module.y * down[1])};
    }

    /// The module that a point of the image shows.
    Point module(Point point) const {
        const double u = (point.x - middle.x) / distance, v = (point.y - middle.y) / distance;
        const double a = right[0] - u * right[2], b = down[0] - u * down[2];
        const double c = right[1] - v * right[2], d = down[1] - v * down[2];
        const double determinant = a * d - b * c;
        return {
            distance * (d * u - b * v) / determinant, distance * (a * v - c * u) / determinant};
    }

private:
    Point middle;
    std::array<double, 3> right, down;
};

}  // namespace

int32_t facecap_draw_code(
    const char *symbology, const char *text, FacecapCodePlace place, uint8_t *luma, int32_t width,
    int32_t height, double *corners) {
    try {
        ZXing::MultiFormatWriter writer(ZXing::BarcodeFormatFromString(symbology));
        writer.setMargin(0).setEncoding(ZXing::CharacterSet::UTF8);
        const ZXing::BitMatrix matrix = writer.encode(std::string(text), 0, 0);
        const double columns = matrix.width(),
                     rows = matrix.height() == 1 ? bar_height : matrix.height();
        const Plane plane(place);
        // Each pixel is the mean of what it sees at 16 places.
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                uint8_t &pixel = luma[y * width + x];
                double sum = 0;
                for (int place = 0; place < 16; ++place) {
                    const Point seen = plane.module(
                        {x + (place % 4 + 0.5) / 4, y + (place / 4 + 0.5) / 4});
                    const double column = seen.x + columns / 2, row = seen.y + rows / 2;
                    if (column < -paper || row < -paper || column >= columns + paper
                        || row >= rows + paper) {
                        sum += pixel;
                    } else if (column < 0 || row < 0 || column >= columns || row >= rows) {
                        sum += light;
                    } else {
                        const int line = matrix.height() == 1 ? 0 : int(row);
                        sum += matrix.get(int(column), line) ? dark : light;
                    }
                }
                pixel = static_cast<uint8_t>(sum / 16);
            }
        }
        const Point ends[] = {
            {-columns / 2, -rows / 2}, {columns / 2, -rows / 2}, {columns / 2, rows / 2},
            {-columns / 2, rows / 2}};
        for (const Point end : ends) {
            const Point corner = plane.image(end);
            *corners++ = corner.x;
            *corners++ = corner.y;
        }
        return 0;
    } catch (const std::exception &) {
        return -1;
    }
}

void facecap_blur(uint8_t *luma, int32_t width, int32_t height, int32_t radius) {
    const auto blur = [&](int lines, int length, int line, int step) {
        std::vector<uint8_t> source(static_cast<size_t>(length));
        for (int start = 0; start < lines * line; start += line) {
            for (int i = 0; i < length; ++i) source[size_t(i)] = luma[start + i * step];
            for (int i = 0; i < length; ++i) {
                const int first = std::max(0, i - radius), last = std::min(length - 1, i + radius);
                int sum = 0;
                for (int near = first; near <= last; ++near) sum += source[size_t(near)];
                luma[start + i * step] = static_cast<uint8_t>(sum / (last - first + 1));
            }
        }
    };
    for (int pass = 0; pass < 2; ++pass) {
        blur(height, width, width, 1);
        blur(width, height, 1, width);
    }
}
