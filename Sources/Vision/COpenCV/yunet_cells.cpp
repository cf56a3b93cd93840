// SPDX-License-Identifier: Apache-2.0
#include "yunet_cells.hpp"

#include <algorithm>
#include <cmath>

namespace facecap {

float yunet_score(float face_class, float object) {
    return std::sqrt(std::clamp(face_class, 0.0F, 1.0F) * std::clamp(object, 0.0F, 1.0F));
}

FacecapFace yunet_face(YuNetCell cell, float score, const float *box, const float *points) {
    FacecapFace face{};
    face.score = score;
    face.width = std::exp(box[2]) * cell.stride;
    face.height = std::exp(box[3]) * cell.stride;
    face.x = (cell.column + box[0]) * cell.stride - face.width / 2;
    face.y = (cell.row + box[1]) * cell.stride - face.height / 2;
    for (int i = 0; i < 10; i += 2) {
        face.points[i] = (cell.column + points[i]) * cell.stride;
        face.points[i + 1] = (cell.row + points[i + 1]) * cell.stride;
    }
    return face;
}

}  // namespace facecap
