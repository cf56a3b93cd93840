// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_DETECTORS_H
#define FACECAP_DETECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "facecap_image.h"

/// A wall around OpenCV's detectors: plain values go in and come out, no exception and no ownership
/// passes, apart from the opaque detectors that one function creates and another destroys.
///
/// Functions that can fail return -1 (or NULL) and write one line, cut to fit and always ended by a
/// zero, into `message`. A detector is used by one thread at a time and blocks it.
///
/// Images are continuous: a pixel covers the square from its column and row to the next ones.

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a stored image, and what it becomes: scaled to the content size, turned clockwise.
typedef struct FacecapView {
    /// Stored pixels, inside the image; x and y are even.
    int32_t x, y, width, height;
    /// Clockwise, 0...3.
    int32_t quarter_turns;
    /// Pixels of the upright small image, 1...1920.
    int32_t content_width, content_height;
} FacecapView;

/// A square part of a stored image at any angle; it may reach beyond the image.
typedef struct FacecapCrop {
    /// Stored pixels.
    double center_x, center_y, side;
    /// How far the square is turned clockwise in the image, in degrees.
    double turn_degrees;
    /// Not 0 to exchange left and right of what is cut out; faces found are exchanged back.
    int32_t is_mirrored;
} FacecapCrop;

/// The box of a face, in stored pixels.
typedef struct FacecapBox {
    double x, y, width, height;
} FacecapBox;

/// A face in pixels of the small image it was found in.
typedef struct FacecapFace {
    float x, y, width, height;
    /// 0...1; 0 where no face was found.
    float score;
    /// x and y of left eye, right eye, nose, left and right corner of the mouth, as in the image.
    float points[10];
} FacecapFace;

/// Sets the number of threads that OpenCV uses in this process, 1 to 4; it changes no result.
///
/// The last one to say so has its way. Returns 0, or -1 with a message when the system has no room for so
/// many: those that there are go on.
int32_t facecap_detectors_set_threads(
    int32_t count, char *_Nonnull message, int32_t message_capacity);

/// The networks that are known.
typedef enum FacecapFaceNetworkKind {
    /// YuNet 2023.
    FACECAP_NETWORK_YUNET,
    /// CenterFace.
    FACECAP_NETWORK_CENTERFACE,
} FacecapFaceNetworkKind;

/// A detector over a network.
typedef struct FacecapFaceNetwork FacecapFaceNetwork;

/// The pixels along each side of what `facecap_face_network_look` cuts out.
enum { FACECAP_CROP_SIDE = 96 };

/// A detector from the bytes of an ONNX file, which are not needed afterwards; NULL on failure.
///
/// YuNet runs on the kernel of that name of CFaceNetworks, on the best one where it is NULL, and on
/// OpenCV where it is `opencv` or the network is not known there; NULL stands for OpenCV, too, in a
/// build without optimization of C++. CenterFace always runs on OpenCV.
FacecapFaceNetwork *_Nullable facecap_face_network_create(
    FacecapFaceNetworkKind kind, const void *_Nonnull model, size_t length,
    const char *_Nullable kernel, char *_Nonnull message, int32_t message_capacity);

/// What the network runs on: the name of a kernel, or `opencv`.
const char *_Nonnull facecap_face_network_kernel(const FacecapFaceNetwork *_Nonnull detector);

/// Sets the number of threads that a kernel runs on, 1 to 4; it changes no result.
void facecap_face_network_use_threads(FacecapFaceNetwork *_Nonnull detector, int32_t count);

/// Frees a detector.
void facecap_face_network_destroy(FacecapFaceNetwork *_Nullable detector);

/// Finds faces in a view, best score first, with overlapping ones removed.
///
/// Returns the number of faces found, which may exceed `capacity`: then only the best are written.
int32_t facecap_face_network_detect(
    FacecapFaceNetwork *_Nonnull detector, const FacecapImage *_Nonnull image,
    const FacecapView *_Nonnull view, float score_threshold, FacecapFace *_Nullable faces,
    int32_t capacity, char *_Nonnull message, int32_t message_capacity);

/// Looks for a face in each crop. The threads share the crops.
///
/// Where `follows` is 0, that is one about the middle: the mean of all that the network says of it, weighted by
/// score. Crops 0 and 1, 2 and 3, ... are then seen side by side, and no others. Else every crop is seen by itself,
/// and the face is the one that the crop was made for: that lies most as a square of half the crop's side in its
/// middle would.
///
/// What scores less than `score_threshold` is not seen. Writes one face a crop, in pixels of the crop
/// (0...FACECAP_CROP_SIDE), with score 0 where there is none. There may be 1 to 64 crops. Returns 0.
int32_t facecap_face_network_look(
    FacecapFaceNetwork *_Nonnull detector, const FacecapImage *_Nonnull image,
    const FacecapCrop *_Nonnull crops, int32_t count, int32_t follows, float score_threshold,
    FacecapFace *_Nonnull faces, char *_Nonnull message, int32_t message_capacity);

/// The face mesh over images.
typedef struct FacecapFaceMesh FacecapFaceMesh;

/// A mesh from the bytes of a TensorFlow Lite file, which are not needed afterwards, on the kernel of that
/// name of CFaceNetworks, or on the best one where it is NULL; NULL on failure.
FacecapFaceMesh *_Nullable facecap_face_mesh_create(
    const void *_Nonnull model, size_t length, const char *_Nullable kernel,
    char *_Nonnull message, int32_t message_capacity);

/// Frees a mesh.
void facecap_face_mesh_destroy(FacecapFaceMesh *_Nullable mesh);

/// Runs the mesh over 1 to 64 crops, which up to `threads` threads share; that changes no result.
///
/// `boxes` are those of faces of the image; none is empty. Of these faces a crop shows only the one whose box is
/// nearest to its middle: beside another face the mesh would lay points on both.
///
/// Writes `FACECAP_MESH_VALUES` numbers of CFaceNetworks a crop, in pixels of the crop
/// (0...FACECAP_MESH_SIDE). Returns 0.
int32_t facecap_face_mesh_look(
    FacecapFaceMesh *_Nonnull mesh, const FacecapImage *_Nonnull image,
    const FacecapCrop *_Nonnull crops, int32_t count, const FacecapBox *_Nullable boxes,
    int32_t box_count, int32_t threads, float *_Nonnull values, char *_Nonnull message,
    int32_t message_capacity);

/// The Haar cascade detector.
typedef struct FacecapHaar FacecapHaar;

/// What a Haar cascade found, in pixels of the view's content.
typedef struct FacecapHaarFace {
    int32_t x, y, width, height;
    /// How many neighboring windows agreed.
    int32_t neighbors;
    /// Not 0 when found by the profile cascade, in the image or in its mirror image.
    int32_t is_profile;
} FacecapHaarFace;

/// A detector from the XML of three cascades; NULL on failure.
FacecapHaar *_Nullable facecap_haar_create(
    const char *_Nonnull frontal, const char *_Nonnull profile, const char *_Nonnull eye,
    char *_Nonnull message, int32_t message_capacity);

/// Frees a detector.
void facecap_haar_destroy(FacecapHaar *_Nullable detector);

/// What the cascades look for.
typedef struct FacecapHaarSearch {
    /// The ratio of one size of faces that look ahead to the next one, above 1.
    double frontal_step;
    /// The sizes of faces, in pixels of the content; a `largest` of 0 is no limit.
    int32_t smallest, largest;
    /// Not 0 where the view shows one face: profiles are looked for only where it does not look ahead.
    int32_t is_of_one_face;
} FacecapHaarSearch;

/// Finds faces in the luma of a view; a face may be found by several cascades.
///
/// Returns the number of faces found, which may exceed `capacity`: then only the first are written.
int32_t facecap_haar_detect(
    FacecapHaar *_Nonnull detector, const FacecapImage *_Nonnull image,
    const FacecapView *_Nonnull view, FacecapHaarSearch search, FacecapHaarFace *_Nullable faces,
    int32_t capacity, char *_Nonnull message, int32_t message_capacity);

/// Looks for two eyes in the upper half of a view that shows one face.
///
/// Writes x and y of the left and of the right eye of the image, in pixels of the content, and
/// returns 1; returns 0 when either is missing.
int32_t facecap_haar_find_eyes(
    FacecapHaar *_Nonnull detector, const FacecapImage *_Nonnull image,
    const FacecapView *_Nonnull view, double *_Nonnull eyes, char *_Nonnull message,
    int32_t message_capacity);

#ifdef __cplusplus
}
#endif

#endif
