#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "facecap_drawing.h"
#include "source_image.hpp"

namespace facecap_drawing {

/// One sample of each plane.
using Sample = std::array<uint8_t, 3>;

/// A checked canvas, its planes seen as matrices without a copy.
class Canvas {
public:
    /// Throws `std::invalid_argument` for what is no canvas.
    explicit Canvas(const FacecapCanvas &canvas);

    int width;
    int height;
    int quarter_turns;
    bool is_mirrored;
    bool is_full_range;
    /// Luma, Cb, Cr; the last two have half the size.
    std::array<cv::Mat, 3> planes;

    /// The image's size as it is shown.
    cv::Size shown_size() const;
    /// From pixels as they are shown to stored ones.
    cv::Point2d stored(FacecapCanvasPoint shown) const;
    /// What a color is by BT.601 in the canvas's range.
    Sample sample(FacecapCanvasColor color) const;
};

/// Whether a number is one, and not out of reach.
bool is_near(double value);
/// Whether both coordinates of every point are.
bool are_near(const FacecapCanvasPoint *points, int count);

void copy(const Canvas &canvas, const facecap::SourceImage &source);
void draw_line(
    Canvas &canvas, const FacecapCanvasPoint *points, int count, bool is_closed, bool is_dashed,
    double width, const Sample &color);
void draw_dot(Canvas &canvas, FacecapCanvasPoint center, double radius, const Sample &color);
void draw_label(
    Canvas &canvas, const FacecapCanvasLabel &label, const Sample &background, const Sample &ink);
void cover(
    Canvas &canvas, const FacecapCanvasPoint *points, int count, FacecapCovering covering,
    const Sample &color);

}  // namespace facecap_drawing
