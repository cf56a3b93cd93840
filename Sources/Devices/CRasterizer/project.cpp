// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "facecap_rasterizer.h"

// A product and a sum are rounded one after the other, on every processor.
#pragma STDC FP_CONTRACT OFF

namespace {

/// The same number of four vertices.
typedef float Four __attribute__((vector_size(16)));

template <class Number>
struct Vector {
    Number x, y, z;
};

template <class Number>
Number dot(const FacecapVector &one, const Vector<Number> &other) {
    return one.x * other.x + one.y * other.y + one.z * other.z;
}

template <class Number>
Vector<Number> turned(const FacecapPlacement &placement, const Vector<Number> &vector) {
    return {
        dot(placement.right, vector), dot(placement.up, vector), dot(placement.front, vector)};
}

/// A point on the screen in pixels; z is the inverse of the distance from the camera.
template <class Number>
Vector<Number> project(
    const FacecapCamera &camera, const FacecapPlacement &placement, const Vector<Number> &point) {
    const Vector<Number> moved = turned(placement, point);
    const Number depth = 1 / (camera.distance - (moved.z + placement.offset.z));
    const Number scale = camera.focal_length * depth;
    return {
        camera.center_x + scale * (moved.x + placement.offset.x),
        camera.center_y - scale * (moved.y + placement.offset.y), depth};
}

Four positive(Four values) { return values > 0 ? values : Four{}; }

/// The mirrored light of a lamp on surfaces that `facing` is the cosine of the lamp for.
Four shine(const FacecapLamp &lamp, const Vector<Four> &normal, Four facing) {
    const Four share = positive(dot(lamp.mirror, normal));
    const Four fourth = share * share * share * share;
    const Four eighth = fourth * fourth;
    return facing > 0 ? eighth * eighth * eighth * lamp.power : Four{};
}

/// One of the numbers of four vertices.
template <class Read>
Four gather(const FacecapMeshVertex *const (&vertices)[4], Read read) {
    return Four{read(*vertices[0]), read(*vertices[1]), read(*vertices[2]), read(*vertices[3])};
}

Vector<Four> gather(
    const FacecapMeshVertex *const (&vertices)[4], FacecapVector FacecapMeshVertex::*member) {
    return {
        gather(vertices, [=](const FacecapMeshVertex &vertex) { return (vertex.*member).x; }),
        gather(vertices, [=](const FacecapMeshVertex &vertex) { return (vertex.*member).y; }),
        gather(vertices, [=](const FacecapMeshVertex &vertex) { return (vertex.*member).z; })};
}

}  // namespace

FacecapProjection facecap_project_point(
    FacecapCamera camera, FacecapPlacement placement, FacecapVector point) {
    const auto projected = project<float>(camera, placement, {point.x, point.y, point.z});
    return {projected.x, projected.y, projected.z};
}

FacecapBounds facecap_project_mesh(
    FacecapCamera camera, FacecapPlacement placement, FacecapLight light,
    const FacecapMeshVertex *mesh, int32_t count, FacecapTexture texture, float gloss,
    float nearness, FacecapVertex *vertices) {
    const float columns = static_cast<float>(texture.width) * 65536;
    const float rows = static_cast<float>(texture.height) * 65536;
    Four left = Four{} + std::numeric_limits<float>::infinity(), top = left;
    Four right = -left, bottom = right;
    for (int first = 0; first < count; first += 4) {
        // The last vertex stands in for those that four lack.
        const FacecapMeshVertex *four[4];
        for (int index = 0; index < 4; ++index) {
            four[index] = mesh + std::min(first + index, count - 1);
        }
        const auto point = project(camera, placement, gather(four, &FacecapMeshVertex::position));
        const auto normal = turned(placement, gather(four, &FacecapMeshVertex::normal));
        const Four window = dot(light.lamps[0].direction, normal);
        const Four reflection = dot(light.lamps[1].direction, normal);
        const Four factor = light.ambient + light.lamps[0].power * positive(window)
                            + light.lamps[1].power * positive(reflection);
        const Four mirrored = shine(light.lamps[0], normal, window)
                              + shine(light.lamps[1], normal, reflection);
        const Four exposure =
            gather(four, [](const FacecapMeshVertex &vertex) { return vertex.exposure; });
        const Four lit = factor * exposure * 65536, shiny = mirrored * gloss * 219 * 256;
        const Four depth = point.z + nearness;
        for (int index = 0; index < 4 && first + index < count; ++index) {
            vertices[first + index] = {
                point.x[index],
                point.y[index],
                depth[index],
                four[index]->u * columns - 32768,
                four[index]->v * rows - 32768,
                lit[index],
                shiny[index]};
        }
        left = point.x < left ? point.x : left;
        top = point.y < top ? point.y : top;
        right = point.x > right ? point.x : right;
        bottom = point.y > bottom ? point.y : bottom;
    }
    return {
        __builtin_reduce_min(left), __builtin_reduce_min(top), __builtin_reduce_max(right),
        __builtin_reduce_max(bottom)};
}
