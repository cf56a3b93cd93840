#pragma once

#include "bgr_image.hpp"
#include "facecap_detectors.h"

namespace facecap {

/// Makes gray what the image of a crop shows of other faces than the one whose box is nearest to its middle: what
/// lies in the ellipse of another box, and nearer to that than to its own.
void hide_other_faces(
    BgrImage &image, const FacecapCrop &crop, const FacecapBox *boxes, int count);

}  // namespace facecap
