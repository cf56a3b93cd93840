#pragma once

#include <cstdint>
#include <vector>

#include "floats.hpp"
#include "kernel.hpp"
#include "mesh_model.hpp"

namespace facecap::networks {

/// A forward pass of the face mesh, on one thread: layer by layer, each row by row, so that what its depthwise
/// convolution makes of one is in the cache for the 1x1 convolution.
class MeshPass {
public:
    MeshPass(const MeshModel &model, const Kernel &kernel);
    MeshPass(const MeshPass &) = delete;
    MeshPass &operator=(const MeshPass &) = delete;

    /// Runs over an image of interleaved bytes of blue, green and red, `MeshModel::image_side` along each
    /// side. Allocates nothing.
    void run(const uint8_t *bgr, ptrdiff_t bytes_per_row);

    const Kernel &kernel() const { return kernel_; }
    /// x, y and z of each point.
    const float *points() const { return points_.data(); }
    /// The logit of there being a face.
    float presence() const { return *presence_.data(); }

private:
    void plan();
    /// Row `y` of what a layer puts out, blocks of `side` pixels between two of zeros.
    float *row(int number, int y);
    float *output_row(int number, int y);
    void run_stem(const uint8_t *bgr, ptrdiff_t bytes_per_row);
    void run_layer(int number);
    const float *depthwise(const MeshLayer &layer, int y);
    const float *added(const MeshLayer &layer, int y);
    void run_head(const MeshHead &head, float *output);

    const MeshModel &model_;
    const Kernel &kernel_;
    /// Which of the buffers each layer puts out to.
    std::vector<int> places_;
    std::vector<Floats> buffers_;
    /// Three rows of the image.
    Floats image_rows_;
    /// A row of what a depthwise convolution makes, one of what is added, and one of zeros.
    Floats deep_, added_, zeros_;
    /// The input of a head, pixel by pixel.
    Floats flat_;
    Floats points_, presence_;
};

}  // namespace facecap::networks
