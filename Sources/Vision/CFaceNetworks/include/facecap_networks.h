// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_NETWORKS_H
#define FACECAP_NETWORKS_H

#include <stddef.h>
#include <stdint.h>

/// Forward passes of known neural networks, written for the vector units of the processor.
///
/// Functions that can fail return -1 (or NULL) and write one line, cut to fit and always ended by a
/// zero, into `message`. No exception and no ownership passes, apart from the opaque objects that
/// one function creates and another destroys.

#ifdef __cplusplus
extern "C" {
#endif

/// The number of kernels that this processor can run, the best one first; `scalar` is the last.
int32_t facecap_kernel_count(void);

/// The name of a kernel, 0 ..< `facecap_kernel_count()`: `avx512`, `avx2`, `sse4`, `neon` or
/// `scalar`.
///
/// Kernels with fused multiply-add (`avx512`, `avx2`, `neon`, `scalar`) give the same bits.
const char *_Nonnull facecap_kernel_name(int32_t index);

/// Not 0 when the kernels were compiled with optimization; without, they take a hundred times as long.
int32_t facecap_kernels_are_optimized(void);

/// The weights of a YuNet 2023 network, size n or s. Immutable: any number of threads may share it.
typedef struct FacecapNetwork FacecapNetwork;

/// What is to be thought of the bytes of a model.
typedef enum FacecapNetworkStatus {
    FACECAP_NETWORK_READ,
    /// No such network, or no model at all: something else may know it.
    FACECAP_NETWORK_UNKNOWN,
    /// The network is known, but weights of it are infinite or no numbers.
    FACECAP_NETWORK_DAMAGED,
} FacecapNetworkStatus;

/// A network from the bytes of an ONNX file, which are not needed afterwards; NULL on failure.
FacecapNetwork *_Nullable facecap_network_create(
    const void *_Nullable model, size_t length, FacecapNetworkStatus *_Nonnull status,
    char *_Nonnull message, int32_t message_capacity);

/// Frees a network; no pass of it may be in use.
void facecap_network_destroy(FacecapNetwork *_Nullable network);

/// The memory that forward passes of one network need; used by one thread at a time.
typedef struct FacecapPass FacecapPass;

/// The values of a cell of an output: the logits of `class` and `object`, the four of the box, and
/// x and y of the five points.
enum { FACECAP_CELL_VALUES = 16 };

/// A pass with the kernel of that name, or the best one where it is NULL.
///
/// The network must outlive it. Fails for a kernel that this processor has not.
FacecapPass *_Nullable facecap_pass_create(
    const FacecapNetwork *_Nonnull network, const char *_Nullable kernel,
    char *_Nonnull message, int32_t message_capacity);

/// Frees a pass.
void facecap_pass_destroy(FacecapPass *_Nullable pass);

/// The name of the kernel that a pass runs on.
const char *_Nonnull facecap_pass_kernel(const FacecapPass *_Nonnull pass);

/// Runs the network over an image of interleaved blue, green and red bytes; returns 0.
///
/// Width and height are multiples of 32, up to 16384, with at most 2^24 pixels. Nothing is
/// allocated unless the size differs from that of the last call. The work is spread over up to
/// `threads` threads, which changes no result.
int32_t facecap_pass_run(
    FacecapPass *_Nonnull pass, const uint8_t *_Nonnull bgr, ptrdiff_t bytes_per_row,
    int32_t width, int32_t height, int32_t threads, char *_Nonnull message,
    int32_t message_capacity);

/// The output of the last run for cells of 8, 16 or 32 pixels (`level` 0, 1 or 2), row by row,
/// `FACECAP_CELL_VALUES` a cell; valid until the next run.
const float *_Nonnull facecap_pass_output(const FacecapPass *_Nonnull pass, int32_t level);

/// The weights of the face mesh. Immutable: any number of threads may share it.
typedef struct FacecapMesh FacecapMesh;

/// The pixels along each side of the image that the mesh is run over, its points, and the numbers that come
/// out: x, y and z of each point in such pixels, then the logit of there being a face.
enum {
    FACECAP_MESH_SIDE = 192,
    FACECAP_MESH_POINTS = 468,
    FACECAP_MESH_VALUES = 3 * FACECAP_MESH_POINTS + 1,
};

/// A mesh from the bytes of a TensorFlow Lite file, which are not needed afterwards; NULL on failure.
FacecapMesh *_Nullable facecap_mesh_create(
    const void *_Nullable model, size_t length, FacecapNetworkStatus *_Nonnull status,
    char *_Nonnull message, int32_t message_capacity);

/// Frees a mesh; no pass of it may be in use.
void facecap_mesh_destroy(FacecapMesh *_Nullable mesh);

/// The memory that a forward pass of a mesh needs; used by one thread at a time.
typedef struct FacecapMeshPass FacecapMeshPass;

/// A pass with the kernel of that name, or the best one where it is NULL.
///
/// The mesh must outlive it. Fails for a kernel that this processor has not.
FacecapMeshPass *_Nullable facecap_mesh_pass_create(
    const FacecapMesh *_Nonnull mesh, const char *_Nullable kernel, char *_Nonnull message,
    int32_t message_capacity);

/// Frees a pass.
void facecap_mesh_pass_destroy(FacecapMeshPass *_Nullable pass);

/// The name of the kernel that a pass runs on.
const char *_Nonnull facecap_mesh_pass_kernel(const FacecapMeshPass *_Nonnull pass);

/// Runs the mesh over `FACECAP_MESH_SIDE` rows of interleaved blue, green and red bytes, and writes
/// `FACECAP_MESH_VALUES` numbers. Nothing is allocated.
void facecap_mesh_pass_run(
    FacecapMeshPass *_Nonnull pass, const uint8_t *_Nonnull bgr, ptrdiff_t bytes_per_row,
    float *_Nonnull values);

/// Rows of interleaved 8-bit samples; only read, and only during a call.
typedef struct FacecapSamples {
    const uint8_t *_Nonnull bytes;
    ptrdiff_t bytes_per_row;
    /// Pixels, at least one.
    int32_t width, height;
    /// Samples of a pixel, 1...4.
    int32_t channels;
} FacecapSamples;

/// Tables and rows for scaling; used by one thread at a time.
typedef struct FacecapScaler FacecapScaler;

/// A scaler; NULL without memory.
FacecapScaler *_Nullable facecap_scaler_create(void);

/// Frees a scaler.
void facecap_scaler_destroy(FacecapScaler *_Nullable scaler);

/// Scales an image to `width` x `height` pixels of as many channels: along each axis pixels are means of
/// what they cover where there become fewer, and interpolated where there become more. Returns 0.
///
/// In integers: the same bytes on every processor. Nothing is allocated unless a size differs from those of
/// the last call.
int32_t facecap_scaler_run(
    FacecapScaler *_Nonnull scaler, const FacecapSamples *_Nonnull image, uint8_t *_Nonnull output,
    ptrdiff_t bytes_per_row, int32_t width, int32_t height, char *_Nonnull message,
    int32_t message_capacity);

/// From pixels of a square to pixels of an image: x = a * column + b * row + c, y = d * column + e * row + f.
typedef struct FacecapMap {
    double a, b, c, d, e, f;
} FacecapMap;

/// Samples a square of `side` pixels of an image, whose edges go on for ever, bilinearly, in integers.
void facecap_warp(
    const FacecapSamples *_Nonnull image, const FacecapMap *_Nonnull map, uint8_t *_Nonnull output,
    ptrdiff_t bytes_per_row, int32_t side);

/// A row of Y'CbCr samples (ITU-R BT.601).
typedef struct FacecapColorRow {
    const uint8_t *_Nonnull luma;
    const uint8_t *_Nonnull cb;
    const uint8_t *_Nonnull cr;
    /// Bytes from sample to sample: 1 and 1, 1 and 2, or 2 and 4.
    int32_t luma_step, chroma_step;
    int32_t count;
    /// Not 0 where luma runs over 0...255 instead of 16...235.
    int32_t is_full_range;
} FacecapColorRow;

/// Writes a row as blue, green and red bytes, in integers.
void facecap_write_bgr(const FacecapColorRow *_Nonnull row, uint8_t *_Nonnull bgr);

/// The most threads that work at the same time.
enum { FACECAP_MOST_THREADS = 4 };

/// Starts the threads of the process that `facecap_run_parallel` needs for `threads` of them,
/// `FACECAP_MOST_THREADS` at most, the caller's included; returns 0, or -1 when the system has no room for so many.
int32_t facecap_start_threads(
    int32_t threads, char *_Nonnull message, int32_t message_capacity);

/// Runs `body` for 0 ..< `count`, in any order, on up to `threads` threads, the caller's included.
///
/// Only those work that were started; while somebody else uses them the caller works alone. Returns
/// when all is done. `body` must not throw.
void facecap_run_parallel(
    int32_t count, int32_t threads, void (*_Nonnull body)(int32_t index, void *_Nullable context),
    void *_Nullable context);

#ifdef __cplusplus
}
#endif

#endif
