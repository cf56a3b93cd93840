// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "triangle_rows.hpp"

namespace facecap::rasterizer {
namespace {

/// Texture and light of a vertex: u, v, light and shine.
typedef float Values __attribute__((vector_size(16)));

Values values(const FacecapVertex &vertex) {
    Values values;
    std::memcpy(&values, &vertex.u, sizeof values);
    return values;
}

/// The same in whole numbers, which spares converting them for every row.
struct FixedValues {
    int64_t u, v, light, shine;

    FixedValues(const Values &values)
        : u(whole(values[0])),
          v(whole(values[1])),
          light(whole(values[2])),
          shine(whole(values[3])) {}

    /// Adds `count` steps.
    void advance(const FixedValues &step, int64_t count = 1) {
        u += count * step.u;
        v += count * step.v;
        light += count * step.light;
        shine += count * step.shine;
    }
};

/// What changes evenly over a triangle: at its first corner, and a pixel to the right and below.
template <class Number>
struct Gradient {
    Number origin;
    Number along_x;
    Number along_y;

    Number value(float dx, float dy) const { return origin + dx * along_x + dy * along_y; }
};

/// The sides of a triangle that begin in its first corner.
struct Sides {
    float x1, y1, x2, y2;

    Sides(const FacecapVertex &a, const FacecapVertex &b, const FacecapVertex &c)
        : x1(b.x - a.x), y1(b.y - a.y), x2(c.x - a.x), y2(c.y - a.y) {}

    float area() const { return x1 * y2 - x2 * y1; }

    template <class Number>
    Gradient<Number> gradient(Number a, Number b, Number c, float inverse_area) const {
        const Number ab = b - a, ac = c - a;
        return {a, (ab * y2 - ac * y1) * inverse_area, (ac * x1 - ab * x2) * inverse_area};
    }
};

/// The pixel that a coordinate lies in, near enough to the image for products with it to fit.
int pixel(float coordinate) {
    return static_cast<int>(bounded(coordinate, -0x1p20F, 0x1p20F));
}

/// Two texels side by side.
typedef uint16_t Lanes __attribute__((vector_size(16)));

Lanes load(const uint64_t *texels) {
    Lanes lanes;
    std::memcpy(&lanes, texels, sizeof lanes);
    return lanes;
}

/// What the first and the second of two texels weigh, 256 together, by the share of the second: looked up, since
/// spreading a number over lanes takes longer.
struct Weights {
    Lanes lanes[256];

    constexpr Weights() : lanes{} {
        for (int share = 0; share < 256; ++share) {
            for (int lane = 0; lane < 8; ++lane) {
                lanes[share][lane] = static_cast<uint16_t>(lane < 4 ? 256 - share : share);
            }
        }
    }
};

constexpr Weights weights;

/// The blend of the four texels around a place, its lanes 8 bits wide.
uint64_t sample(const uint64_t *texels, ptrdiff_t stride, int64_t u, int64_t v) {
    const uint64_t *texel = texels + (v >> 16) * stride + (u >> 16);
    const Lanes &across = weights.lanes[(u >> 8) & 0xFF];
    const Lanes upper = load(texel) * across, lower = load(texel + stride) * across;
    const Lanes left = __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 8, 9, 10, 11);
    const Lanes right = __builtin_shufflevector(upper, lower, 4, 5, 6, 7, 12, 13, 14, 15);
    const Lanes rows = ((left + right) >> 8) * weights.lanes[(v >> 8) & 0xFF];
    const Lanes swapped = __builtin_shufflevector(rows, rows, 4, 5, 6, 7, 0, 1, 2, 3);
    const Lanes color = (rows + swapped) >> 8;
    uint64_t word;
    std::memcpy(&word, &color, sizeof word);
    return word;
}

int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return std::min(std::max(value, low), high);
}

uint8_t chroma(uint64_t color, int shift, int64_t factor) {
    const int64_t value = static_cast<int64_t>((color >> shift) & 0xFF) - 128;
    return static_cast<uint8_t>(128 + clamp((value * factor) >> 8, -112, 112));
}

/// Draws a triangle if its front is seen; `is_plain` is whether the texture is of one color.
template <bool is_plain>
void fill(
    const FacecapCanvas &canvas, const FacecapVertex &a, const FacecapVertex &b,
    const FacecapVertex &c, const FacecapTexture &texture, uint8_t part) {
    const Sides sides(a, b, c);
    const float area = sides.area();
    if (!(area > 1e-6F)) return;
    const TriangleRows rows({a.x, a.y}, {b.x, b.y}, {c.x, c.y}, canvas.width, canvas.height);
    if (rows.first_row >= rows.end_row) return;

    const float inverse_area = 1 / area;
    const auto depth = sides.gradient(a.depth, b.depth, c.depth, inverse_area);
    const auto gradient = sides.gradient(values(a), values(b), values(c), inverse_area);
    const FixedValues along_x(gradient.along_x), along_y(gradient.along_y);
    const int column_of_a = pixel(a.x), row_of_a = pixel(a.y);
    FixedValues row_values(gradient.value(
        static_cast<float>(column_of_a) + 0.5F - a.x, static_cast<float>(row_of_a) + 0.5F - a.y));
    row_values.advance(along_y, rows.first_row - row_of_a);

    const int64_t last_u = static_cast<int64_t>(texture.width - 1) << 16;
    const int64_t last_v = static_cast<int64_t>(texture.height - 1) << 16;
    const ptrdiff_t stride = texture.width + 1;
    for (int row = rows.first_row; row < rows.end_row; ++row, row_values.advance(along_y)) {
        const auto columns = rows.columns(row);
        if (columns.first == columns.end) continue;
        float z = depth.value(
            static_cast<float>(columns.first) + 0.5F - a.x, static_cast<float>(row) + 0.5F - a.y);
        FixedValues here = row_values;
        here.advance(along_x, columns.first - column_of_a);
        const ptrdiff_t start = static_cast<ptrdiff_t>(row) * canvas.width;
        uint8_t *luma_row = canvas.luma + row * canvas.luma_stride;
        uint8_t *cb_row = canvas.cb + (row >> 1) * canvas.cb_stride;
        uint8_t *cr_row = canvas.cr + (row >> 1) * canvas.cr_stride;
        for (int column = columns.first; column < columns.end; ++column) {
            if (z > canvas.depth[start + column]) {
                canvas.depth[start + column] = z;
                canvas.parts[start + column] = part;
                const uint64_t color =
                    is_plain ? texture.texels[0]
                             : sample(
                                   texture.texels, stride, clamp(here.u, 0, last_u),
                                   clamp(here.v, 0, last_v));
                const int64_t factor = here.light >> 8;
                const int64_t luma =
                    (static_cast<int64_t>(color & 0xFF) * factor + here.shine) >> 8;
                luma_row[column] = static_cast<uint8_t>(16 + clamp(luma, 0, 219));
                if (((row | column) & 1) == 0) {
                    cb_row[column >> 1] = chroma(color, 16, factor);
                    cr_row[column >> 1] = chroma(color, 32, factor);
                }
            }
            z += depth.along_x;
            here.advance(along_x);
        }
    }
}

}  // namespace
}  // namespace facecap::rasterizer

void facecap_fill_triangles(
    FacecapCanvas canvas, const FacecapVertex *vertices, const FacecapTriangle *triangles,
    int32_t count, FacecapTexture texture, uint8_t part) {
    using namespace facecap::rasterizer;
    // One function each, so that neither tests for every pixel which one it is.
    const auto fill_one = texture.width == 1 && texture.height == 1 ? fill<true> : fill<false>;
    for (int index = 0; index < count; ++index) {
        const FacecapTriangle &triangle = triangles[index];
        fill_one(
            canvas, vertices[triangle.a], vertices[triangle.b], vertices[triangle.c], texture,
            part);
    }
}
