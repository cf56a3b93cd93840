// SPDX-License-Identifier: Apache-2.0
#include "yunet_pass.hpp"

#include <algorithm>
#include <stdexcept>

#include "facecap_networks.h"
#include "worker_pool.hpp"

namespace facecap::networks {

namespace {

constexpr int largest_side = 16384;
constexpr int64_t most_pixels = 1 << 24;

void check(const Image &image) {
    const bool is_taken = image.width >= 32 && image.height >= 32 && image.width % 32 == 0 &&
                          image.height % 32 == 0 && image.width <= largest_side &&
                          image.height <= largest_side &&
                          int64_t{image.width} * image.height <= most_pixels;
    if (!is_taken || image.bytes == nullptr || image.bytes_per_row < ptrdiff_t{3} * image.width) {
        throw std::invalid_argument("the network does not take an image of this size");
    }
}

}  // namespace

void Map::resize(int new_width, int new_height, int new_blocks) {
    width = new_width;
    height = new_height;
    blocks = new_blocks;
    values.resize(block_stride() * blocks * height);
}

YuNetPass::YuNetPass(const YuNetModel &model, const Kernel &kernel)
    : model_(model), kernel_(kernel) {
    const auto &units = model.backbone;
    layers_ = {
        {&units[0], nullptr, nullptr, nullptr, &even_},
        {&units[1], &even_, nullptr, &odd_, nullptr},
        {&units[2], &odd_, nullptr, &even_, nullptr},
        {&units[3], &even_, nullptr, &odd_, nullptr},
        {&units[4], &odd_, nullptr, nullptr, &even_},
        {&units[5], &even_, nullptr, &odd_, nullptr},
        {&units[6], &odd_, nullptr, &fine_, &even_},
        {&units[7], &even_, nullptr, &odd_, nullptr},
        {&units[8], &odd_, nullptr, &middle_, &even_},
        {&units[9], &even_, nullptr, &odd_, nullptr},
        {&units[10], &odd_, nullptr, &even_, nullptr},
        {&units[11], &even_, nullptr, &coarse_, nullptr},
        {&model.neck[0], &middle_, &coarse_, &joined_, nullptr},
        {&model.neck[1], &fine_, &joined_, &odd_, nullptr},
    };
    const Map *const levels[] = {&odd_, &joined_, &coarse_};
    for (int level = 0; level < level_count; ++level) {
        const Map *input = levels[level];
        if (model.has_shared) {
            layers_.push_back({&model.shared[level], input, nullptr, &even_, nullptr});
            input = &even_;
        }
        layers_.push_back({&model.heads[level], input, nullptr, &outputs_[level], nullptr});
    }
}

void YuNetPass::run(const Image &image, int threads) {
    check(image);
    const int strips = std::clamp<int>(threads, 1, FACECAP_MOST_THREADS);
    if (scratches_.size() < static_cast<size_t>(strips)) scratches_.resize(strips);
    for (const Layer &layer : layers_) run_layer(layer, image, strips);
}

void YuNetPass::run_layer(const Layer &layer, const Image &image, int most) {
    const int width = layer.input == nullptr ? image.width / 2 : layer.input->width;
    const int height = layer.input == nullptr ? image.height / 2 : layer.input->height;
    const int blocks = layer.unit->output_blocks;
    if (layer.output != nullptr) layer.output->resize(width, height, blocks);
    if (layer.pooled != nullptr) layer.pooled->resize(width / 2, height / 2, blocks);
    const int rows = layer.pooled != nullptr ? height / 2 : height;
    const int strips = std::min(most, rows);
    const size_t ring_row = static_cast<size_t>(width + 2) * 16;
    for (int i = 0; i < strips; ++i) {
        Scratch &scratch = scratches_[i];
        scratch.ring.resize(3 * blocks * ring_row);
        scratch.zeros.resize(ring_row);
        scratch.input.resize(static_cast<size_t>(layer.unit->input_blocks) * width * 16);
        scratch.output.resize(static_cast<size_t>(2) * blocks * width * 16);
        if (layer.input == nullptr) scratch.image_rows.resize(9 * (image.width + 1));
    }
    struct Work {
        YuNetPass *pass;
        const Layer *layer;
        const Image *image;
        int rows, strips, scale;
    };
    Work work = {this, &layer, &image, rows, strips, layer.pooled != nullptr ? 2 : 1};
    const auto body = [](int32_t strip, void *context) {
        const Work &work = *static_cast<Work *>(context);
        const int first = work.rows * strip / work.strips * work.scale;
        const int last = work.rows * (strip + 1) / work.strips * work.scale;
        work.pass->run_strip(
            *work.layer, *work.image, first, last, work.pass->scratches_[strip]);
    };
    WorkerPool::shared().run(strips, strips, body, &work);
}

/// Makes the rows `first` ..< `last` of a layer before they are pooled.
void YuNetPass::run_strip(
    const Layer &layer, const Image &image, int first, int last, Scratch &scratch) {
    const int width = layer.input == nullptr ? image.width / 2 : layer.input->width;
    const int height = layer.input == nullptr ? image.height / 2 : layer.input->height;
    const int blocks = layer.unit->output_blocks;
    const size_t ring_row = static_cast<size_t>(width + 2) * 16;
    const size_t output_row = static_cast<size_t>(width) * 16 * blocks;
    for (int i = 0; i < 3 * blocks; ++i) {
        float *const row = scratch.ring.data() + i * ring_row;
        std::fill_n(row, 16, 0.0F);
        std::fill_n(row + ring_row - 16, 16, 0.0F);
    }
    scratch.last_image_row = 2 * std::max(first - 1, 0) - 2;
    for (int y = std::max(first - 1, 0); y <= last; ++y) {
        const float *const input = y < height ? input_row(layer, image, y, scratch) : nullptr;
        const int made = y - 1;
        const auto place = [&](int row) {
            return layer.output != nullptr ? layer.output->row(row)
                                           : scratch.output.data() + row % 2 * output_row;
        };
        make_row(layer, input, y, width, height, made >= first ? place(made) : nullptr, scratch);
        if (layer.pooled == nullptr || made < first || made % 2 == 0) continue;
        for (int block = 0; block < blocks; ++block) {
            const size_t offset = static_cast<size_t>(block) * width * 16;
            kernel_.pool(
                place(made - 1) + offset, place(made) + offset, width / 2,
                layer.pooled->row(made / 2) + offset / 2);
        }
    }
}

/// Row `y` of the 1x1 convolution where there is `input`, and row `y` - 1 of the 3x3 convolution
/// where there is `output`: block by block, so that the one is in the cache for the other.
void YuNetPass::make_row(
    const Layer &layer, const float *input, int y, int width, int height, float *output,
    Scratch &scratch) {
    const ConvolutionUnit &unit = *layer.unit;
    const size_t stride = static_cast<size_t>(width) * 16;
    const size_t ring_stride = stride + 32;
    const auto ring = [&](int row, int block) {
        return scratch.ring.data() + (row % 3 * unit.output_blocks + block) * ring_stride;
    };
    const size_t block_weights = static_cast<size_t>(unit.input_blocks) * 16 * 16;
    for (int block = 0; block < unit.output_blocks; block += kernel_.blocks_at_once) {
        const int end = std::min(block + kernel_.blocks_at_once, unit.output_blocks);
        if (input != nullptr) {
            kernel_.pointwise(
                {input, stride, unit.input_blocks, width,
                 unit.pointwise_weights.data() + block * block_weights,
                 unit.pointwise_bias.data() + static_cast<size_t>(block) * 16,
                 ring(y, block) + 16, ring_stride, end - block});
        }
        for (int b = block; output != nullptr && b < end; ++b) {
            kernel_.depthwise(
                {{y >= 2 ? ring(y - 2, b) : scratch.zeros.data(), ring(y - 1, b),
                  y < height ? ring(y, b) : scratch.zeros.data()},
                 width,
                 unit.depthwise_weights.data() + static_cast<size_t>(b) * 9 * 16,
                 unit.depthwise_bias.data() + static_cast<size_t>(b) * 16,
                 unit.is_rectified,
                 output + b * stride});
        }
    }
}

const float *YuNetPass::input_row(
    const Layer &layer, const Image &image, int y, Scratch &scratch) {
    if (layer.input == nullptr) return stem_row(image, y, scratch);
    if (layer.added == nullptr) return layer.input->row(y);
    const Map &coarse = *layer.added;
    for (int block = 0; block < layer.input->blocks; ++block) {
        const size_t offset = block * layer.input->block_stride();
        kernel_.add_doubled(
            layer.input->row(y) + offset, coarse.row(y / 2) + block * coarse.block_stride(),
            layer.input->width, scratch.input.data() + offset);
    }
    return scratch.input.data();
}

/// Row `y` of the first convolution, from rows 2 `y` - 1 to 2 `y` + 1 of the image.
const float *YuNetPass::stem_row(const Image &image, int y, Scratch &scratch) {
    const int values = 3 * image.width;
    const auto place = [&](int row) {
        return scratch.image_rows.data() + (row + 3) % 3 * static_cast<size_t>(values + 3);
    };
    for (int row = std::max(2 * y - 1, scratch.last_image_row + 1); row <= 2 * y + 1; ++row) {
        float *const floats = place(row);
        std::fill_n(floats, row < 0 ? values + 3 : 3, 0.0F);
        if (row >= 0) kernel_.to_float(image.bytes + row * image.bytes_per_row, values, floats + 3);
    }
    scratch.last_image_row = 2 * y + 1;
    kernel_.stem(
        {{place(2 * y - 1), place(2 * y), place(2 * y + 1)},
         image.width / 2,
         model_.stem_weights.data(),
         model_.stem_bias.data(),
         nullptr,
         scratch.input.data()});
    return scratch.input.data();
}

}  // namespace facecap::networks
