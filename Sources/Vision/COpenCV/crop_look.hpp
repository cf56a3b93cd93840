#pragma once

#include <vector>

#include "bgr_image.hpp"
#include "small_image.hpp"

namespace facecap {

/// The crops that make one input: both looks at one face.
constexpr int crops_at_once = 2;

/// A look at crops side by side, with its buffers; used by one thread at a time.
class CropLook {
public:
    /// What the network says of a face in a crop counts from here on.
    static constexpr float threshold = 0.1F;

    /// What the network is to see.
    BgrImage image;
    /// What it finds there.
    std::vector<FacecapFace> found;

    /// Makes the image of up to `crops_at_once` crops, where nothing is found yet.
    void cut(const SourceImage &source, const FacecapCrop *crops, int count);
    /// Takes of what was found one face for each crop, or one with score 0.
    void choose(const FacecapCrop *crops, int count, FacecapFace *faces);
    /// Takes of what was found in one crop the face that lies where one was expected, or one with score 0.
    FacecapFace expected_face();

private:
    FacecapFace face_of_crop(const FacecapCrop &crop, int index);

    SmallImage small_;
    std::vector<FacecapFace> near_;
};

}  // namespace facecap
