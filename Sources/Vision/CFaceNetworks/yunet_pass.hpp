#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "floats.hpp"
#include "kernel.hpp"
#include "yunet_model.hpp"

namespace facecap::networks {

/// Rows of blocks of 16 channels: what goes from one layer to the next.
struct Map {
    int width = 0, height = 0, blocks = 0;
    Floats values;

    void resize(int new_width, int new_height, int new_blocks);
    size_t block_stride() const { return static_cast<size_t>(width) * 16; }
    float *row(int y) { return values.data() + y * block_stride() * blocks; }
    const float *row(int y) const { return values.data() + y * block_stride() * blocks; }
};

/// An image of interleaved bytes of blue, green and red.
struct Image {
    const uint8_t *bytes = nullptr;
    ptrdiff_t bytes_per_row = 0;
    int width = 0, height = 0;
};

/// A forward pass of YuNet: layer by layer, each cut into strips of rows for the threads.
///
/// A layer is a unit with what belongs to it: the first convolution or a sum before it, a pool
/// after it. It goes down its rows once; what the 1x1 convolution makes stays in the cache until
/// the 3x3 convolution has used it.
class YuNetPass {
public:
    static constexpr int level_count = 3;

    YuNetPass(const YuNetModel &model, const Kernel &kernel);
    YuNetPass(const YuNetPass &) = delete;
    YuNetPass &operator=(const YuNetPass &) = delete;

    /// Throws `std::invalid_argument` for a size that the network does not take.
    void run(const Image &image, int threads);

    const Kernel &kernel() const { return kernel_; }
    const float *output(int level) const { return outputs_[level].values.data(); }

private:
    /// Where rows come from, what is done to them, where they go.
    struct Layer {
        const ConvolutionUnit *unit;
        /// The input, or null for the image.
        const Map *input;
        /// Added to the input at twice its size, or null.
        const Map *added;
        /// The output, or null where only the pooled one is needed.
        Map *output;
        /// The output made half as large, or null.
        Map *pooled;
    };
    /// What a thread needs for its strip.
    struct Scratch {
        /// Three rows of what the 1x1 convolution makes, with a pixel of zeros at each end.
        Floats ring;
        /// A block of such a row, of zeros.
        Floats zeros;
        /// A row of input that is made when it is needed.
        Floats input;
        /// Three rows of the image, and the number of the one that was taken last.
        Floats image_rows;
        int last_image_row = 0;
        /// Two rows of output that are only pooled.
        Floats output;
    };

    void run_layer(const Layer &layer, const Image &image, int strips);
    void run_strip(const Layer &layer, const Image &image, int first, int last, Scratch &scratch);
    const float *input_row(const Layer &layer, const Image &image, int y, Scratch &scratch);
    const float *stem_row(const Image &image, int y, Scratch &scratch);
    void make_row(
        const Layer &layer, const float *input, int y, int width, int height, float *output,
        Scratch &scratch);

    const YuNetModel &model_;
    const Kernel &kernel_;
    std::vector<Layer> layers_;
    std::vector<Scratch> scratches_;
    Map even_, odd_, fine_, middle_, coarse_, joined_;
    std::array<Map, level_count> outputs_;
};

}  // namespace facecap::networks
