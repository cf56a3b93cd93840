// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_EXIV2_H
#define FACECAP_EXIV2_H

#include <stddef.h>
#include <stdint.h>

/// A wall around exiv2: plain values go in and come out, no exception and no ownership passes, apart
/// from the opaque metadata that one function creates and another destroys.
///
/// Functions that can fail return -1 (or NULL) and write one line, cut to fit and always ended by a
/// zero, into `message`. Metadata is created, used and destroyed by one thread. There is one at a time:
/// another thread's call to create one waits until it is destroyed.

#ifdef __cplusplus
extern "C" {
#endif

/// What an image file says of itself: its Exif and its XMP.
typedef struct FacecapPhotoMetadata FacecapPhotoMetadata;

/// What an XMP property holds.
typedef enum FacecapXMPKind {
    FACECAP_XMP_TEXT,
    FACECAP_XMP_STRUCTURE,
    FACECAP_XMP_BAG,
} FacecapXMPKind;

/// Bytes that belong to the metadata, until its next call.
typedef struct FacecapPhotoBytes {
    const uint8_t *_Nullable bytes;
    size_t count;
} FacecapPhotoBytes;

/// Metadata of the bytes that a file has; NULL on failure.
///
/// `exif` is a TIFF structure and `xmp` a packet; either may have no bytes. Neither is needed
/// afterwards.
FacecapPhotoMetadata *_Nullable facecap_photo_metadata_create(
    FacecapPhotoBytes exif, FacecapPhotoBytes xmp, char *_Nonnull message,
    int32_t message_capacity);

/// Frees metadata.
void facecap_photo_metadata_destroy(FacecapPhotoMetadata *_Nullable metadata);

/// The text of an Exif field such as `Exif.Photo.ExposureTime`, cut to fit and always ended by a zero, in `text`;
/// returns 1, or 0 where there is no such field.
int32_t facecap_photo_metadata_exif_text(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull key, char *_Nonnull text,
    int32_t text_capacity);

/// The text of an XMP property by its path, cut to fit and always ended by a zero, in `text`; returns 1, or 0
/// where there is no such property.
int32_t facecap_photo_metadata_xmp_text(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull key, char *_Nonnull text,
    int32_t text_capacity);

/// Sets an Exif field, written as exiv2's values are; returns 0.
int32_t facecap_photo_metadata_set_exif(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull key, const char *_Nonnull value,
    char *_Nonnull message, int32_t message_capacity);

/// Sets an XMP property by its path, such as `Xmp.mwg-rs.Regions/mwg-rs:RegionList`; returns 0. Of a
/// structure and of a bag the text is not read; they come before what they hold.
int32_t facecap_photo_metadata_set_xmp(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull key, FacecapXMPKind kind,
    const char *_Nonnull value, char *_Nonnull message, int32_t message_capacity);

/// Removes an XMP property with all below it; returns how many were removed.
int32_t facecap_photo_metadata_remove_xmp(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull key, char *_Nonnull message,
    int32_t message_capacity);

/// Gives an XMP property, with all below it, another path, behind all that there is; returns 0.
int32_t facecap_photo_metadata_move_xmp(
    FacecapPhotoMetadata *_Nonnull metadata, const char *_Nonnull from, const char *_Nonnull to,
    char *_Nonnull message, int32_t message_capacity);

/// The Exif as a TIFF structure; returns 0.
int32_t facecap_photo_metadata_encode_exif(
    FacecapPhotoMetadata *_Nonnull metadata, FacecapPhotoBytes *_Nonnull exif,
    char *_Nonnull message, int32_t message_capacity);

/// The XMP as a packet; returns 0.
int32_t facecap_photo_metadata_encode_xmp(
    FacecapPhotoMetadata *_Nonnull metadata, FacecapPhotoBytes *_Nonnull xmp,
    char *_Nonnull message, int32_t message_capacity);

#ifdef __cplusplus
}
#endif

#endif
