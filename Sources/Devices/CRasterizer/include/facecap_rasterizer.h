// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_RASTERIZER_H
#define FACECAP_RASTERIZER_H

#include <stddef.h>
#include <stdint.h>

/// Draws meshes into images in YCbCr 4:2:0. Nothing is allocated, and nothing fails.

#ifdef __cplusplus
extern "C" {
#endif

/// The image being drawn and, beside it, what is needed to draw: how near each pixel is, and which
/// part it shows.
typedef struct FacecapCanvas {
    int32_t width;
    int32_t height;
    uint8_t *_Nonnull luma;
    ptrdiff_t luma_stride;
    uint8_t *_Nonnull cb;
    ptrdiff_t cb_stride;
    uint8_t *_Nonnull cr;
    ptrdiff_t cr_stride;
    /// Inverse distance, greater is nearer; `width` a row.
    float *_Nonnull depth;
    /// 0 is the background; `width` a row.
    uint8_t *_Nonnull parts;
} FacecapCanvas;

/// A point or a direction: x to the right of the image, y up, z to the camera.
typedef struct FacecapVector {
    float x;
    float y;
    float z;
} FacecapVector;

/// How a part is turned, as the rows of a matrix, and moved after that.
typedef struct FacecapPlacement {
    FacecapVector right;
    FacecapVector up;
    FacecapVector front;
    FacecapVector offset;
} FacecapPlacement;

/// A camera that looks along z, from `distance` units in front of the origin.
typedef struct FacecapCamera {
    float distance;
    /// Pixels, for what is as far away as a unit.
    float focal_length;
    /// Where the origin is on the screen, in pixels.
    float center_x;
    float center_y;
} FacecapCamera;

/// A point on the screen, in pixels, and the inverse of its distance from the camera.
typedef struct FacecapProjection {
    float x;
    float y;
    float depth;
} FacecapProjection;

/// Sends a point to the screen.
FacecapProjection facecap_project_point(
    FacecapCamera camera, FacecapPlacement placement,
    FacecapVector point);

/// A lamp far away. Both directions have length 1.
typedef struct FacecapLamp {
    FacecapVector direction;
    /// Halfway between the lamp and the camera.
    FacecapVector mirror;
    float power;
} FacecapLamp;

/// Light from everywhere and from two lamps.
typedef struct FacecapLight {
    float ambient;
    FacecapLamp lamps[2];
} FacecapLight;

/// A vertex of a mesh; its normal has length 1.
typedef struct FacecapMeshVertex {
    FacecapVector position;
    FacecapVector normal;
    /// Where the texture is taken from, 0...1.
    float u;
    float v;
    /// The share of the light that gets here, 0...1.
    float exposure;
} FacecapMeshVertex;

/// A vertex on the screen.
typedef struct FacecapVertex {
    float x;
    float y;
    /// Inverse distance.
    float depth;
    /// 65536ths of a texel.
    float u;
    float v;
    /// 65536ths: the factor of the texture's color, and the luma of the mirrored light.
    float light;
    float shine;
} FacecapVertex;

/// The indices of three vertices, in an order that shows a positive area where y points down.
typedef struct FacecapTriangle {
    int32_t a;
    int32_t b;
    int32_t c;
} FacecapTriangle;

/// An image to be laid over a mesh.
///
/// A texel is four 16-bit lanes of one word, so that two texels are blended in one multiplication:
/// luma without its offset (0...219), Cb and Cr (128 is gray). A column and a row more than
/// addressed repeat the last ones: blending with the next texel needs no test.
typedef struct FacecapTexture {
    int32_t width;
    int32_t height;
    const uint64_t *_Nonnull texels;
} FacecapTexture;

/// The part of the screen that vertices cover.
typedef struct FacecapBounds {
    float left;
    float top;
    float right;
    float bottom;
} FacecapBounds;

/// Sends the vertices of a mesh to the screen and into the light.
///
/// `gloss` is the share of the lamps' light that is mirrored; `nearness` is added to the depth of
/// all vertices. `count` is at least 1.
FacecapBounds facecap_project_mesh(
    FacecapCamera camera, FacecapPlacement placement,
    FacecapLight light, const FacecapMeshVertex *_Nonnull mesh, int32_t count,
    FacecapTexture texture, float gloss, float nearness,
    FacecapVertex *_Nonnull vertices);

/// Draws the triangles whose front is seen, where they are nearer than what was drawn before;
/// `part` marks their pixels. Indices of triangles must be those of vertices.
void facecap_fill_triangles(
    FacecapCanvas canvas, const FacecapVertex *_Nonnull vertices,
    const FacecapTriangle *_Nonnull triangles, int32_t count,
    FacecapTexture texture, uint8_t part);

/// A point on the screen.
typedef struct FacecapPoint {
    float x;
    float y;
} FacecapPoint;

/// Sets the cells of a grid of `width` x `height` whose centers lie inside of triangles, from
/// whichever side these are seen. Triangles side by side neither overlap nor leave gaps.
void facecap_cover_triangles(
    uint8_t *_Nonnull cells, int32_t width, int32_t height, const FacecapPoint *_Nonnull points,
    const FacecapTriangle *_Nonnull triangles, int32_t count, uint8_t value);

/// Softens the luma of a part of the image where one part meets another, which spares drawing it
/// finer; the outermost pixels of the image stay.
void facecap_smooth_edges(
    FacecapCanvas canvas, int32_t first_column, int32_t end_column,
    int32_t first_row, int32_t end_row);

#ifdef __cplusplus
}
#endif

#endif
