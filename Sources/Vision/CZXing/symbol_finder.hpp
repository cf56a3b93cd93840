#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

namespace facecap {

/// A part of an image that looks like a printed symbol.
struct SymbolRegion {
    /// Its outline in pixels, clockwise; 0 is the image's edge.
    std::array<cv::Point2f, 4> corners;
    /// How much it looks like one, 0...1: how well dark and light fill the outline.
    double score;
    /// By how many the image was reduced, in which it was seen: small symbols have more certain outlines.
    int reduction;
};

/// Finds parts of a gray image where dark and light change everywhere and that have four straight sides, best first.
///
/// A symbol of two-dimensional or linear codes is such a part, as it has light about it; modules may have 2 to 20
/// pixels.
std::vector<SymbolRegion> find_symbols(const cv::Mat &image);

}  // namespace facecap
