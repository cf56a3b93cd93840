#pragma once

#include <vector>

#include "bgr_image.hpp"
#include "crop_look.hpp"
#include "small_image.hpp"

namespace facecap {

/// A network that finds faces, with its buffers; what differs between networks is in its children.
class FaceNetwork {
public:
    virtual ~FaceNetwork() = default;

    /// The faces of a view, best first; valid until the next call.
    const std::vector<FacecapFace> &detect(
        const SourceImage &source, const FacecapView &view, float score_threshold);

    /// One face a crop, or one with score 0. Two crops at a time, from the first on, make one input, whoever else is
    /// looked at. Where a look `follows`, every crop is an input of its own, and the face is the one that it was made
    /// for. The threads share these inputs.
    void look(
        const SourceImage &source, const FacecapCrop *crops, int count, bool follows,
        float threshold, FacecapFace *faces);

    /// What the network runs on: the name of a kernel, or `opencv`.
    virtual const char *kernel() const = 0;
    /// The threads that it runs on from now on.
    void use_threads(int count) { threads_ = count; }

protected:
    /// The pass over views; passes over crops follow.
    static constexpr int view_pass = 0;

    /// Adds every face that the network scores at least `threshold`, in pixels of the image, whose
    /// sides are multiples of 32. Passes of different numbers may run at the same time.
    virtual void run(
        const BgrImage &image, int pass, float threshold, std::vector<FacecapFace> &faces) = 0;
    /// Makes what is missing of `wanted` passes over crops; returns how many of them there are.
    virtual int make_crop_passes(int /*wanted*/) { return 1; }
    /// Looks at nothing once, so that a network of another shape is refused when it is read.
    void try_out();
    int threads() const { return threads_; }

private:
    int threads_ = 1;
    SmallImage small_;
    BgrImage image_;
    std::vector<FacecapFace> faces_;
    /// One for each pass over crops.
    std::vector<CropLook> crop_looks_;
};

}  // namespace facecap
