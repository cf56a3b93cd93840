// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "facecap_rasterizer.h"

// A product and a sum are rounded one after the other, on every processor.
#pragma STDC FP_CONTRACT OFF

namespace facecap::rasterizer {

/// A value kept in bounds; what is no number is `low`.
inline float bounded(float value, float low, float high) {
    return value > low ? std::min(value, high) : low;
}

/// A whole number of at most 2^40 in both directions.
inline int64_t whole(float value) { return static_cast<int64_t>(bounded(value, -0x1p40F, 0x1p40F)); }

/// The pixels of a triangle, row by row: those whose centers lie inside, so that triangles side by
/// side neither overlap nor leave gaps.
class TriangleRows {
  public:
    /// Corners in any order; pixels outside `width` x `height` are left out.
    TriangleRows(FacecapPoint a, FacecapPoint b, FacecapPoint c, int width, int height)
        : width_(width) {
        if (b.y < a.y) std::swap(a, b);
        if (c.y < b.y) std::swap(b, c);
        if (b.y < a.y) std::swap(a, b);
        first_row = row(a.y, height);
        end_row = row(c.y, height);
        if (first_row >= end_row) return;
        lower_row_ = row(b.y, height);
        long_ = Side(a, c, first_row);
        upper_ = Side(a, b, first_row);
        lower_ = Side(b, c, lower_row_);
    }

    /// The pixels of one of the rows; none where `first` is `end`.
    struct Columns {
        int first;
        int end;
    };

    Columns columns(int row) const {
        const int64_t one = long_.column(row);
        const int64_t other = row < lower_row_ ? upper_.column(row) : lower_.column(row);
        const int first = clamped(std::min(one, other));
        return {first, std::max(first, clamped(std::max(one, other)))};
    }

    int first_row;
    int end_row;

  private:
    /// A side of the triangle, in 65536ths of a pixel; it depends on its two ends alone, so that
    /// both triangles beside it see the same one.
    class Side {
      public:
        Side() = default;

        Side(FacecapPoint upper, FacecapPoint lower, int first_row) : first_row_(first_row) {
            const float height = lower.y - upper.y;
            const float slope = height > 0 ? (lower.x - upper.x) / height : 0;
            slope_ = whole(slope * 65536);
            // The half leads from the edges of pixels to their centers; the rest rounds up.
            const float offset = (static_cast<float>(first_row) + 0.5F - upper.y) * slope;
            start_ = whole((upper.x - 0.5F + offset) * 65536) + 0xFFFF;
        }

        /// The first column whose center does not lie left of the side; may lie outside the image.
        int64_t column(int row) const { return (start_ + (row - first_row_) * slope_) >> 16; }

      private:
        int64_t start_;
        int64_t slope_;
        int first_row_;
    };

    int clamped(int64_t column) const {
        return static_cast<int>(std::min<int64_t>(std::max<int64_t>(column, 0), width_));
    }

    /// The first row whose center does not lie above `y`.
    static int row(float y, int limit) {
        const float start = bounded(y - 0.5F, 0, static_cast<float>(limit));
        const int row = static_cast<int>(start);
        return static_cast<float>(row) < start ? row + 1 : row;
    }

    Side long_;
    Side upper_;
    Side lower_;
    int lower_row_;
    int width_;
};

}  // namespace facecap::rasterizer
