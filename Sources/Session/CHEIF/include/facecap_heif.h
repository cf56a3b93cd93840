// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_HEIF_H
#define FACECAP_HEIF_H

#include <stddef.h>
#include <stdint.h>

/// A wall around libheif, which is loaded at the first call: plain values go in and come out, no exception passes.

#ifdef __cplusplus
extern "C" {
#endif

/// An image to be written; nothing of it is needed afterwards.
typedef struct FacecapHEIFImage {
    /// Red, green and blue of each pixel, a byte each.
    const uint8_t *_Nonnull rgb;
    size_t bytes_per_row;
    int32_t width;
    int32_t height;
    /// 0...100.
    int32_t quality;
    /// A TIFF structure; none where `exif_count` is 0.
    const uint8_t *_Nullable exif;
    size_t exif_count;
    /// A packet; none where `xmp_count` is 0.
    const uint8_t *_Nullable xmp;
    size_t xmp_count;
} FacecapHEIFImage;

/// The file of an image, HEVC in HEIF, to be given back by `facecap_heif_free`; NULL on failure, with one line, cut to
/// fit and always ended by a zero, in `message`.
uint8_t *_Nullable facecap_heif_encode(
    const FacecapHEIFImage *_Nonnull image, size_t *_Nonnull count, char *_Nonnull message,
    int32_t message_capacity);

/// Frees a file.
void facecap_heif_free(uint8_t *_Nullable bytes);

#ifdef __cplusplus
}
#endif

#endif
