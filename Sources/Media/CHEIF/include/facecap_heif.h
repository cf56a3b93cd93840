// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_HEIF_H
#define FACECAP_HEIF_H

#include <stddef.h>
#include <stdint.h>

/// A wall around libheif, which is loaded at the first call: plain values go in and come out, no exception passes.
/// Where a call fails, `message` has one line of ASCII, cut to fit and always ended by a zero, and `errno` is ENOMEM where
/// there was no memory, otherwise 0.

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

/// The file of an image, HEVC in HEIF, to be given back by `facecap_heif_free`; NULL on failure.
uint8_t *_Nullable facecap_heif_encode(
    const FacecapHEIFImage *_Nonnull image, size_t *_Nonnull count, char *_Nonnull message,
    int32_t message_capacity);

/// Frees a file.
void facecap_heif_free(uint8_t *_Nullable bytes);

/// Loads libheif and its plugins, which takes files to be opened; 0 where it is not there.
int32_t facecap_heif_load(void);

/// A file in memory, and its primary image.
typedef struct FacecapHEIFFile FacecapHEIFFile;

/// Reads the items of a file, to be closed by `facecap_heif_close`; NULL on failure. The bytes stay where they are until
/// then.
FacecapHEIFFile *_Nullable facecap_heif_open(
    const uint8_t *_Nonnull bytes, size_t count, char *_Nonnull message, int32_t message_capacity);

/// What the file says of its primary image as it is displayed.
void facecap_heif_claimed_size(
    const FacecapHEIFFile *_Nonnull file, int32_t *_Nonnull width, int32_t *_Nonnull height);

/// Decodes the primary image as it is displayed: cut, turned and mirrored, without its alpha; 0 on failure.
int32_t facecap_heif_decode(
    FacecapHEIFFile *_Nonnull file, int32_t *_Nonnull width, int32_t *_Nonnull height, char *_Nonnull message,
    int32_t message_capacity);

/// Writes what was decoded: blue, green and red of each pixel, a byte each.
void facecap_heif_copy(
    const FacecapHEIFFile *_Nonnull file, uint8_t *_Nonnull target, size_t bytes_per_row);

/// Lets go of a file.
void facecap_heif_close(FacecapHEIFFile *_Nullable file);

#ifdef __cplusplus
}
#endif

#endif
