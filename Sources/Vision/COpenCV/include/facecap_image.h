// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_IMAGE_H
#define FACECAP_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/// How samples lie in memory; see `PixelFormat` in the module CaptureSamples.
typedef enum FacecapPixelFormat {
    FACECAP_PIXEL_FORMAT_GRAY8,
    FACECAP_PIXEL_FORMAT_NV12,
    FACECAP_PIXEL_FORMAT_I420,
    FACECAP_PIXEL_FORMAT_YUYV,
    FACECAP_PIXEL_FORMAT_UYVY,
    FACECAP_PIXEL_FORMAT_BGR24,
    FACECAP_PIXEL_FORMAT_BGRA,
    /// Refused: there are no faces to be seen in distances.
    FACECAP_PIXEL_FORMAT_DEPTH16,
} FacecapPixelFormat;

/// A stored image; it is only read, and only during the call.
typedef struct FacecapImage {
    FacecapPixelFormat format;
    /// Not 0 where luma runs over 0...255 instead of 16...235.
    int32_t is_full_range;
    int32_t width;
    int32_t height;
    const uint8_t *_Nullable planes[3];
    ptrdiff_t bytes_per_row[3];
} FacecapImage;

#endif
