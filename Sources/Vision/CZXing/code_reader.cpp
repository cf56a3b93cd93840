// SPDX-License-Identifier: Apache-2.0
// Text is UTF-8.
#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <new>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "facecap_zxing.h"
#include "straightened.hpp"
#include "symbol_finder.hpp"

namespace facecap {

namespace {

constexpr std::pair<int32_t, ZXing::BarcodeFormat> formats[] = {
    {FACECAP_SYMBOLOGY_QR, ZXing::BarcodeFormat::QRCode},
    {FACECAP_SYMBOLOGY_DATA_MATRIX, ZXing::BarcodeFormat::DataMatrix},
    {FACECAP_SYMBOLOGY_AZTEC, ZXing::BarcodeFormat::Aztec},
    {FACECAP_SYMBOLOGY_PDF417, ZXing::BarcodeFormat::PDF417},
    {FACECAP_SYMBOLOGY_EAN13, ZXing::BarcodeFormat::EAN13},
    {FACECAP_SYMBOLOGY_EAN8, ZXing::BarcodeFormat::EAN8},
    {FACECAP_SYMBOLOGY_CODE128, ZXing::BarcodeFormat::Code128},
};

constexpr int32_t linear =
    FACECAP_SYMBOLOGY_EAN13 | FACECAP_SYMBOLOGY_EAN8 | FACECAP_SYMBOLOGY_CODE128;
constexpr int32_t stacked = FACECAP_SYMBOLOGY_PDF417;
constexpr int32_t matrix =
    FACECAP_SYMBOLOGY_QR | FACECAP_SYMBOLOGY_DATA_MATRIX | FACECAP_SYMBOLOGY_AZTEC;

/// What looks less like a symbol is none.
constexpr double least_score = 0.55;
/// Pixels that are left about a symbol.
constexpr double border = 8;
/// The stop pattern of PDF417 is 18 modules, one bar of which may look like no part of the symbol.
constexpr double stacked_border = 0.15;
/// Small symbols are read enlarged so much; where modules are blurred the second one is better.
constexpr double matrix_enlargements[] = {4, 6};
constexpr double bar_enlargement = 1.5;
/// The most pixels of an enlarged symbol.
constexpr double straightened_limit = 100'000, matrix_limit = 250'000;
/// By how many pixels what was read may lie off the outline of its symbol.
constexpr double outline_tolerance = 4;

double length(cv::Point2f a) { return std::hypot(double(a.x), double(a.y)); }

/// A symbol that was read.
struct Reading {
    ZXing::Result result;
    std::array<cv::Point2f, 4> corners;
};

class Reader {
public:
    Reader(const cv::Mat &image, int32_t symbologies, int64_t pixel_limit)
        : image(image), symbologies(symbologies), pixels_left(pixel_limit) {}

    std::vector<Reading> read() {
        regions = find_symbols(image);
        for (const SymbolRegion &region : regions) {
            if (region.score < least_score) break;
            if (!is_read(region)) read(region);
        }
        return std::move(readings);
    }

private:
    using Corners = std::array<cv::Point2f, 4>;

    /// Whether the middle of one outline lies in the other.
    static bool is_middle(const Corners &corners, const Corners &outline) {
        const cv::Point2f middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
        return cv::pointPolygonTest(outline, middle, false) >= 0;
    }

    bool is_read(const SymbolRegion &region) const {
        return std::any_of(readings.begin(), readings.end(), [&](const Reading &reading) {
            return is_middle(region.corners, reading.corners);
        });
    }

    /// Whether corners lie in the image or near it; those of an outline that is seen from aside may lie anywhere.
    bool is_near(const Corners &corners) const {
        return std::all_of(corners.begin(), corners.end(), [&](cv::Point2f corner) {
            return std::abs(corner.x - image.cols / 2.0) < image.cols
                && std::abs(corner.y - image.rows / 2.0) < image.rows;
        });
    }

    /// Whether it was read before, of another region that shows it.
    bool is_known(const Reading &reading) const {
        return std::any_of(readings.begin(), readings.end(), [&](const Reading &other) {
            return is_middle(reading.corners, other.corners)
                || is_middle(other.corners, reading.corners);
        });
    }

    void read(const SymbolRegion &region) {
        const auto &c = region.corners;
        const cv::Size2d size(
            (length(c[1] - c[0]) + length(c[2] - c[3])) / 2,
            (length(c[2] - c[1]) + length(c[3] - c[0])) / 2);
        if (std::min(size.width, size.height) < 12 || !is_near(c)) return;
        const SharpenedPart part(
            image, region, border + stacked_border * std::max(size.width, size.height));
        const double small = enlargement(size, bar_enlargement, straightened_limit);
        Straightened straight(part, region, size, small, border, border);
        const double bars = straight.upright_bars(), uprightness = std::abs(bars);
        if ((symbologies & linear) != 0 && uprightness > 0.55) {
            if (bars < 0) straight.turn();
            if (read(straight, linear)) return;
        }
        if ((symbologies & stacked) != 0 && uprightness > 0.12 && uprightness < 0.8) {
            const bool is_turned = bars < 0;
            const double wide = border + stacked_border * (is_turned ? size.height : size.width);
            Straightened symbol(
                part, region, size, small, is_turned ? border : wide, is_turned ? wide : border);
            if (is_turned) symbol.turn();
            if (read(symbol, stacked)) return;
        }
        if ((symbologies & matrix) != 0 && uprightness < 0.4) {
            cv::Size2d square = size;
            // What is not twice as long as it is high is square and seen from aside.
            if (std::max(size.width, size.height) < 2 * std::min(size.width, size.height)) {
                square.width = square.height = std::max(size.width, size.height);
            }
            for (const double most : matrix_enlargements) {
                const Straightened symbol(
                    part, region, square, enlargement(square, most, matrix_limit), border, border);
                if (read(symbol, matrix)) return;
            }
        }
    }

    static double enlargement(cv::Size2d size, double most, double limit) {
        const double pixels = (size.width + 2 * border) * (size.height + 2 * border);
        return std::min(most, std::sqrt(limit / pixels));
    }

    bool read(const Straightened &symbol, int32_t kinds) {
        const int64_t pixels = static_cast<int64_t>(symbol.image().total());
        if (pixels > pixels_left) return false;
        pixels_left -= pixels;
        ZXing::BarcodeFormats wanted;
        for (const auto &[bit, format] : formats) {
            if ((symbologies & kinds & bit) != 0) wanted |= format;
        }
        ZXing::DecodeHints hints;
        // One symbol: to compare several, the library asserts what does not hold of linear ones.
        hints.setFormats(wanted).setMaxNumberOfSymbols(1).setTryDownscale(false);
        hints.setTryRotate(kinds == matrix);
        const cv::Mat &pixels_of = symbol.image();
        Reading reading;
        reading.result = ZXing::ReadBarcode(
            ZXing::ImageView(
                pixels_of.data, pixels_of.cols, pixels_of.rows, ZXing::ImageFormat::Lum,
                static_cast<int>(pixels_of.step)),
            hints);
        if (!reading.result.isValid()) return false;
        const ZXing::Position &position = reading.result.position();
        for (size_t corner = 0; corner < 4; ++corner) {
            const auto &point = position[static_cast<int>(corner)];
            reading.corners[corner] = symbol.in_image({double(point.x), double(point.y)});
        }
        if (kinds != matrix) reading.corners = with_whole_bars(reading.corners);
        if (is_near(reading.corners) && !is_known(reading)) readings.push_back(std::move(reading));
        return true;
    }

    /// The corners of a symbol with bars, some rows of which were read: those of the region between whose sides the
    /// rows lie.
    Corners with_whole_bars(const Corners &read) const {
        const cv::Point2f begin = (read[0] + read[3]) / 2, end = (read[1] + read[2]) / 2;
        Corners best = read;
        double least = outline_tolerance;
        for (const SymbolRegion &region : regions) {
            Corners corners = region.corners;
            for (int turn = 0; turn < 4; ++turn) {
                const double distance = std::max(
                    distance_to_side(begin, corners[0], corners[3]),
                    distance_to_side(end, corners[1], corners[2]));
                if (distance < least) {
                    least = distance;
                    best = corners;
                }
                std::rotate(corners.begin(), corners.begin() + 1, corners.end());
            }
        }
        return best;
    }

    static double distance_to_side(cv::Point2f point, cv::Point2f from, cv::Point2f to) {
        const cv::Point2f side = to - from;
        const float share = std::clamp((point - from).dot(side) / side.dot(side), 0.0F, 1.0F);
        return length(point - from - side * share);
    }

    const cv::Mat image;
    const int32_t symbologies;
    int64_t pixels_left;
    std::vector<SymbolRegion> regions;
    std::vector<Reading> readings;
};

void hand_out(
    const Reading &reading, void (*found)(const FacecapCode *, void *), void *context) {
    const ZXing::Result &result = reading.result;
    FacecapCode code{};
    for (const auto &[bit, format] : formats) {
        if (format == result.format()) code.symbology = bit;
    }
    for (size_t corner = 0; corner < 4; ++corner) {
        code.corners[2 * corner] = reading.corners[corner].x;
        code.corners[2 * corner + 1] = reading.corners[corner].y;
    }
    const auto type = result.contentType();
    const std::string text = result.text();
    code.is_text = type == ZXing::ContentType::Text || type == ZXing::ContentType::GS1 ? 1 : 0;
    if (code.is_text != 0) {
        code.bytes = reinterpret_cast<const uint8_t *>(text.data());
        code.count = text.size();
    } else {
        code.bytes = result.bytes().data();
        code.count = result.bytes().size();
    }
    found(&code, context);
}

}  // namespace

}  // namespace facecap

void facecap_codes_prepare() {
    // One thread: others would be left behind by the next fork.
    cv::setNumThreads(1);
    // Loads OpenCV's other library.
    cv::getStructuringElement(cv::MORPH_RECT, {1, 1});
}

int32_t facecap_codes_read(
    const FacecapCodeImage *image, int32_t symbologies, int64_t pixel_limit,
    void (*found)(const FacecapCode *code, void *context), void *context) {
    try {
        const cv::Mat luma(
            image->height, image->width, CV_8UC1, const_cast<uint8_t *>(image->luma),
            static_cast<size_t>(image->bytes_per_row));
        facecap::Reader reader(luma, symbologies, pixel_limit);
        for (const auto &reading : reader.read()) facecap::hand_out(reading, found, context);
        return 0;
    } catch (const std::bad_alloc &) {
        return ENOMEM;
    } catch (const cv::Exception &error) {
        return error.code == cv::Error::StsNoMem ? ENOMEM : 0;
    } catch (...) {
        return 0;
    }
}
