#pragma once

#include <cstdint>
#include <vector>

#include "floats.hpp"
#include "kernel.hpp"
#include "mesh_model.hpp"

namespace facecap::networks {

/// A forward pass of the face mesh, on one thread: layer by layer, each some rows at a time, so that what its
/// depthwise convolution makes of them is in the cache for the 1x1 convolution.
class MeshPass {
public:
    MeshPass(const MeshModel &model, const Kernel &kernel);
    MeshPass(const MeshPass &) = delete;
    MeshPass &operator=(const MeshPass &) = delete;

    /// Runs over an image of interleaved bytes of blue, green and red, `MeshModel::image_side` along each
    /// side. Allocates nothing.
    void run(const uint8_t *bgr, ptrdiff_t bytes_per_row);

    /// x, y and z of each point.
    const float *points() const { return points_.data(); }
    /// The logit of there being a face.
    float presence() const { return *presence_.data(); }

private:
    void plan();
    /// Row `y` of what a layer puts out, blocks of `side` pixels between two of zeros.
    float *row(const MeshLayer &layer, int number, int y);
    void run_stem(const uint8_t *bgr, ptrdiff_t bytes_per_row);
    void run_layer(int number);
    void depthwise(const MeshLayer &layer, int first, int count);
    const float *added(const MeshLayer &layer, int y, int block);
    void finish(int number, int first, int count);
    void run_head(const MeshHead &head, float *output);

    const MeshModel &model_;
    const Kernel &kernel_;
    /// Which of the buffers each layer puts out to.
    std::vector<int> places_;
    std::vector<Floats> buffers_;
    /// Three rows of the image.
    Floats image_rows_;
    /// What convolutions make of some rows, without zeros between them.
    Floats deep_, wide_;
    /// A row of maxima, and one of zeros.
    Floats pooled_, zeros_;
    /// The input of a head, pixel by pixel.
    Floats flat_;
    Floats points_, presence_;
};

}  // namespace facecap::networks
