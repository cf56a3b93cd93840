// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_CODE_DRAWING_H
#define FACECAP_CODE_DRAWING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a symbol lies in an image.
typedef struct FacecapCodePlace {
    /// Of its middle, in pixels.
    double x, y;
    /// Pixels of a module in the middle.
    double module_size;
    /// Degrees by which it is turned in the image, and tilted out of it about an axis in it.
    double turn, tilt, tilt_axis;
} FacecapCodePlace;

/// Draws a symbol on white paper into a gray image as a camera sees it, and writes x and y of its corners: top left,
/// top right, bottom right and bottom left as it stands. Returns 0, or -1 where it cannot be made.
///
/// `symbology` is a name of ZXing's formats, such as `QRCode`.
int32_t facecap_draw_code(
    const char *_Nonnull symbology, const char *_Nonnull text, FacecapCodePlace place,
    uint8_t *_Nonnull luma, int32_t width, int32_t height, double *_Nonnull corners);

/// Blurs a gray image by boxes of `2 * radius + 1` pixels, twice in each direction.
void facecap_blur(uint8_t *_Nonnull luma, int32_t width, int32_t height, int32_t radius);

#ifdef __cplusplus
}
#endif

#endif
