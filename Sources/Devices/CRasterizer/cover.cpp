// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "triangle_rows.hpp"

void facecap_cover_triangles(
    uint8_t *cells, int32_t width, int32_t height, const FacecapPoint *points,
    const FacecapTriangle *triangles, int32_t count, uint8_t value) {
    for (int index = 0; index < count; ++index) {
        const FacecapTriangle &triangle = triangles[index];
        const facecap::rasterizer::TriangleRows rows(
            points[triangle.a], points[triangle.b], points[triangle.c], width, height);
        for (int row = rows.first_row; row < rows.end_row; ++row) {
            const auto columns = rows.columns(row);
            std::memset(
                cells + static_cast<ptrdiff_t>(row) * width + columns.first, value,
                columns.end - columns.first);
        }
    }
}
