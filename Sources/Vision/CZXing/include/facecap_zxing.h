// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_ZXING_H
#define FACECAP_ZXING_H

#include <stddef.h>
#include <stdint.h>

/// A wall around ZXing-C++: plain values go in and come out, no exception and no ownership passes. An image may
/// still end the process, by an assertion of the library: call it where that does no harm.

#ifdef __cplusplus
extern "C" {
#endif

/// The symbologies that are read, as bits: in the order of their numbers in `FaceValues`.
typedef enum FacecapSymbology {
    FACECAP_SYMBOLOGY_QR = 1 << 0,
    FACECAP_SYMBOLOGY_DATA_MATRIX = 1 << 1,
    FACECAP_SYMBOLOGY_AZTEC = 1 << 2,
    FACECAP_SYMBOLOGY_PDF417 = 1 << 3,
    FACECAP_SYMBOLOGY_EAN13 = 1 << 4,
    FACECAP_SYMBOLOGY_EAN8 = 1 << 5,
    FACECAP_SYMBOLOGY_CODE128 = 1 << 6,
} FacecapSymbology;

/// The luma of an image, 8 bits a pixel; only read, and only during the call.
typedef struct FacecapCodeImage {
    const uint8_t *_Nonnull luma;
    int32_t width;
    int32_t height;
    int32_t bytes_per_row;
} FacecapCodeImage;

/// A code in an image; its bytes are valid during the call that hands it out.
typedef struct FacecapCode {
    int32_t symbology;
    /// x and y of its corners in pixels, where 0 is the image's edge: top left, top right, bottom right, bottom left,
    /// as the symbol stands.
    float corners[8];
    /// Not 0 where the content is text.
    int32_t is_text;
    /// UTF-8 where it is text, else what the code holds.
    const uint8_t *_Nullable bytes;
    size_t count;
} FacecapCode;

/// Loads the library, so that a process may read codes that opens no files any more.
void facecap_codes_prepare(void);

/// Hands out the codes of an image, best first; returns 0, or ENOMEM. An image that the library takes offense at has
/// none.
///
/// What looks like a symbol is read until `pixel_limit` pixels of such parts were looked at; what that means in an
/// image depends on it alone.
int32_t facecap_codes_read(
    const FacecapCodeImage *_Nonnull image, int32_t symbologies, int64_t pixel_limit,
    void (*_Nonnull found)(const FacecapCode *_Nonnull code, void *_Nullable context),
    void *_Nullable context);

#ifdef __cplusplus
}
#endif

#endif
