#pragma once

#include <opencv2/core.hpp>

#include "symbol_finder.hpp"

namespace facecap {

/// The part of an image about a region, sharpened.
struct SharpenedPart {
    /// - Parameter border: how many pixels are sharpened about the region.
    SharpenedPart(const cv::Mat &image, const SymbolRegion &region, double border);

    cv::Mat pixels;
    /// Its first pixel in the image.
    cv::Point2f origin;
};

/// A part of an image as if its plane were looked at from straight above, enlarged.
class Straightened {
public:
    /// - Parameters:
    ///   - size: that of the symbol before it is enlarged.
    ///   - border_x: how much is left at its sides, in pixels of the image.
    ///   - border_y: how much is left above and below it.
    Straightened(
        const SharpenedPart &source, const SymbolRegion &region, cv::Size2d size, double enlargement,
        double border_x, double border_y);

    const cv::Mat &image() const { return pixels; }

    /// How much more changes along rows than along columns, -1...1; 1 for upright bars.
    double upright_bars() const;

    /// Turns it by a quarter, so that bars that lie stand upright.
    void turn();

    /// Where a point of it is in the image.
    cv::Point2f in_image(cv::Point2d point) const;

private:
    cv::Mat pixels;
    cv::Matx33d back;
    bool is_turned = false;
    int upright_rows;
};

}  // namespace facecap
