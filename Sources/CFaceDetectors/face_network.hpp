#pragma once

#include <vector>

#include "bgr_image.hpp"
#include "small_picture.hpp"

namespace facecap {

/// A network that finds faces, with its buffers; what differs between networks is in its children.
class FaceNetwork {
public:
    virtual ~FaceNetwork() = default;

    /// The faces of a view, best first; valid until the next call.
    const std::vector<FacecapFace> &detect(
        const SourcePicture &source, const FacecapView &view, float score_threshold);

    /// One face a crop, or one with score 0; returns how many there are.
    int look_again(
        const SourcePicture &source, const FacecapCrop *crops, int count, FacecapFace *faces);

    /// What the network runs on: the name of a kernel, or `opencv`.
    virtual const char *kernel() const = 0;
    /// The threads that it runs on from now on.
    void use_threads(int count) { threads_ = count; }

protected:
    /// What an image shows, for networks that keep something for each.
    enum class Look { view, crops };

    explicit FaceNetwork(int maximum_crops);

    /// Adds every face that the network scores at least `threshold`, in pixels of the image, whose
    /// sides are multiples of 32.
    virtual void run(
        const BgrImage &image, Look look, float threshold, std::vector<FacecapFace> &faces) = 0;
    /// Looks at nothing once, so that a network of another shape is refused when it is read.
    void try_out();
    int threads() const { return threads_; }

private:
    void look_at(const SourcePicture &source, const FacecapCrop *crops, int count);
    FacecapFace face_of_crop(const FacecapCrop &crop, int index);

    int maximum_crops_;
    int threads_ = 1;
    SmallPicture small_;
    BgrImage image_;
    std::vector<FacecapFace> faces_;
    std::vector<FacecapFace> crop_faces_;
};

}  // namespace facecap
