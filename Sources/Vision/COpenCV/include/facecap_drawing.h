// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_DRAWING_H
#define FACECAP_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "facecap_image.h"

/// A wall around OpenCV's drawing: plain values go in, pixels change, no exception and no ownership
/// passes.
///
/// Functions that can fail return -1 and write one line, cut to fit and always ended by a zero, into
/// `message`; otherwise they return 0. A canvas is used by one thread at a time.
///
/// Images are continuous: a pixel covers the square from its column and row to the next ones. What
/// lies outside of the canvas is left out; a shape with a coordinate that is not a number, or farther
/// away than FACECAP_CANVAS_REACH, is not drawn at all.

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels from the canvas's origin beyond which nothing is drawn.
enum { FACECAP_CANVAS_REACH = 1000000 };

/// An image that is drawn on: luma, Cb and Cr by BT.601, chroma at half size both ways (rounded up).
typedef struct FacecapCanvas {
    int32_t width;
    int32_t height;
    /// Not 0 where luma runs over 0...255 instead of 16...235.
    int32_t is_full_range;
    /// How often the image is turned clockwise by a quarter before it is shown, 0...3: what is drawn
    /// is given in pixels of the image as it is shown.
    int32_t quarter_turns;
    /// Not 0 where left and right are exchanged then.
    int32_t is_mirrored;
    uint8_t *_Nullable planes[3];
    ptrdiff_t bytes_per_row[3];
} FacecapCanvas;

/// Pixels of the image as it is shown.
typedef struct FacecapCanvasPoint {
    double x, y;
} FacecapCanvasPoint;

/// sRGB.
typedef struct FacecapCanvasColor {
    uint8_t red, green, blue;
} FacecapCanvasColor;

/// What hides a part of an image.
typedef enum FacecapCovering {
    /// At most 6x6 means of its samples, run into each other.
    FACECAP_COVERING_BLUR,
    /// At most 6x6 blocks of one value.
    FACECAP_COVERING_PIXELATE,
    /// One color.
    FACECAP_COVERING_COLOR,
} FacecapCovering;

/// Copies an image, turned clockwise by the canvas's quarter turns, then mirrored where it says so; the
/// canvas has the size that this makes, and shows its image as it is stored afterwards.
int32_t facecap_canvas_copy(
    const FacecapCanvas *_Nonnull canvas, const FacecapImage *_Nonnull source,
    char *_Nonnull message, int32_t message_capacity);

/// Draws straight lines from point to point, and back to the first one where `is_closed` is not 0.
int32_t facecap_canvas_draw_line(
    const FacecapCanvas *_Nonnull canvas, const FacecapCanvasPoint *_Nullable points, int32_t count,
    int32_t is_closed, int32_t is_dashed, double width, FacecapCanvasColor color,
    char *_Nonnull message, int32_t message_capacity);

/// Draws a filled circle.
int32_t facecap_canvas_draw_dot(
    const FacecapCanvas *_Nonnull canvas, FacecapCanvasPoint center, double radius,
    FacecapCanvasColor color, char *_Nonnull message, int32_t message_capacity);

/// A rectangle of letters, in pixels of the image as it is shown.
typedef struct FacecapCanvasLabel {
    int32_t left;
    int32_t top;
    /// 1...16384 and 1...1024.
    int32_t width;
    int32_t height;
    /// How much of each pixel is ink, 0...255, row by row.
    const uint8_t *_Nullable coverage;
} FacecapCanvasLabel;

/// Draws a label in `ink` on a background; what lies outside of the image is left out.
int32_t facecap_canvas_draw_label(
    const FacecapCanvas *_Nonnull canvas, const FacecapCanvasLabel *_Nonnull label,
    FacecapCanvasColor background, FacecapCanvasColor ink, char *_Nonnull message,
    int32_t message_capacity);

/// Hides every sample whose area overlaps a convex polygon, whose points are in stored pixels.
///
/// A point that is not a number, or out of reach, hides the whole image. Without points nothing is
/// hidden. Of a polygon that is not convex at least all of it is hidden.
int32_t facecap_canvas_cover(
    const FacecapCanvas *_Nonnull canvas, const FacecapCanvasPoint *_Nullable points, int32_t count,
    FacecapCovering covering, FacecapCanvasColor color, char *_Nonnull message,
    int32_t message_capacity);

#ifdef __cplusplus
}
#endif

#endif
