// SPDX-License-Identifier: Apache-2.0
#include "mesh_pass.hpp"

#include <algorithm>

namespace facecap::networks {

namespace {

/// Pixels that a 1x1 convolution takes together at least, where a layer has so many: each time it reads all
/// of its weights.
constexpr int fewest_pixels = 48;

size_t row_length(int side, int blocks) { return static_cast<size_t>(side + 2) * 16 * blocks; }

int rows_at_a_time(const MeshLayer &layer) {
    return std::min(layer.side, (fewest_pixels + layer.side - 1) / layer.side);
}

}  // namespace

MeshPass::MeshPass(const MeshModel &model, const Kernel &kernel) : model_(model), kernel_(kernel) {
    plan();
    image_rows_.resize(3 * (3 * static_cast<size_t>(MeshModel::image_side) + 3));
    // Each is as large as the largest layer needs it.
    for (const MeshLayer &layer : model.layers) {
        const size_t pixels = static_cast<size_t>(rows_at_a_time(layer)) * layer.side;
        deep_.resize(pixels * 16 * layer.input_blocks);
        wide_.resize(pixels * 16 * layer.output_blocks);
        pooled_.resize(static_cast<size_t>(layer.side) * 16);
        zeros_.resize(row_length(layer.side, 1));
    }
    for (const MeshHead *head : {&model.points, &model.presence}) {
        const MeshLayer &input = model.layers[head->input];
        flat_.resize(static_cast<size_t>(input.side) * input.side * 16 * input.output_blocks);
    }
    points_.resize(model.points.bias.size());
    presence_.resize(model.presence.bias.size());
}

/// Gives each layer a buffer that nobody reads any more: few are used again and again, and stay in the cache.
void MeshPass::plan() {
    const int count = static_cast<int>(model_.layers.size());
    std::vector<int> last_uses(count, 0);
    for (int i = 0; i < count; ++i) {
        if (model_.layers[i].input >= 0) last_uses[model_.layers[i].input] = i;
    }
    for (const MeshHead *head : {&model_.points, &model_.presence}) last_uses[head->input] = count;
    std::vector<int> free_after;
    for (int i = 0; i < count; ++i) {
        const MeshLayer &layer = model_.layers[i];
        const auto found = std::find_if(
            free_after.begin(), free_after.end(), [i](int last) { return last < i; });
        const auto place = static_cast<size_t>(found - free_after.begin());
        if (found == free_after.end()) {
            free_after.push_back(0);
            buffers_.emplace_back();
        }
        free_after[place] = last_uses[i];
        buffers_[place].resize(row_length(layer.side, layer.output_blocks) * layer.side);
        places_.push_back(static_cast<int>(place));
    }
}

float *MeshPass::row(const MeshLayer &layer, int number, int y) {
    return buffers_[places_[number]].data() + row_length(layer.side, layer.output_blocks) * y;
}

void MeshPass::run(const uint8_t *bgr, ptrdiff_t bytes_per_row) {
    for (int i = 0; i < static_cast<int>(model_.layers.size()); ++i) {
        if (model_.layers[i].input < 0) {
            run_stem(bgr, bytes_per_row);
        } else {
            run_layer(i);
        }
    }
    run_head(model_.points, points_.data());
    run_head(model_.presence, presence_.data());
}

/// The first layer: pixel `x` of row `y` from 3x3 pixels of the image, 2 `x` and 2 `y` the first.
void MeshPass::run_stem(const uint8_t *bgr, ptrdiff_t bytes_per_row) {
    const MeshLayer &layer = model_.layers.front();
    constexpr int values = 3 * MeshModel::image_side;
    const auto place = [&](int y) {
        return image_rows_.data() + static_cast<size_t>(y % 3) * (values + 3);
    };
    int taken = 0;
    for (int y = 0; y < layer.side; ++y) {
        for (; taken <= 2 * y + 2; ++taken) {
            float *const floats = place(taken);
            if (taken < MeshModel::image_side) {
                kernel_.to_float(bgr + taken * bytes_per_row, values, floats);
                std::fill_n(floats + values, 3, 0.0F);
            } else {
                std::fill_n(floats, values + 3, 0.0F);
            }
        }
        kernel_.stem(
            {{place(2 * y), place(2 * y + 1), place(2 * y + 2)},
             layer.side,
             layer.weights.data(),
             layer.bias.data(),
             false,
             wide_.data()});
        finish(0, y, 1);
    }
}

void MeshPass::run_layer(int number) {
    const MeshLayer &layer = model_.layers[number];
    const int rows = rows_at_a_time(layer);
    for (int y = 0; y < layer.side; y += rows) {
        const int count = std::min(rows, layer.side - y);
        depthwise(layer, y, count);
        const size_t stride = static_cast<size_t>(count) * layer.side * 16;
        kernel_.pointwise(
            {deep_.data(), stride, layer.input_blocks, count * layer.side, layer.weights.data(),
             layer.bias.data(), wide_.data(), stride, layer.output_blocks});
        finish(number, y, count);
    }
}

/// Rows `first` ..< `first` + `count` of the depthwise convolution, or of the input where there is none.
void MeshPass::depthwise(const MeshLayer &layer, int first, int count) {
    const MeshLayer &input = model_.layers[layer.input];
    for (int block = 0; block < layer.input_blocks; ++block) {
        const auto source = [&](int y) -> const float * {
            if (y < 0 || y >= input.side) return zeros_.data();
            return row(input, layer.input, y) + block * row_length(input.side, 1);
        };
        for (int i = 0; i < count; ++i) {
            const int y = first + i;
            float *const output =
                deep_.data() + (static_cast<size_t>(block) * count + i) * layer.side * 16;
            if (!layer.is_residual) {
                std::copy_n(source(y) + 16, layer.side * 16, output);
                continue;
            }
            const float *const weights = layer.depthwise_weights.data() + block * 9 * 16;
            const float *const bias = layer.depthwise_bias.data() + block * 16;
            if (layer.stride == 1) {
                kernel_.depthwise(
                    {{source(y - 1), source(y), source(y + 1)}, layer.side, weights, bias, false,
                     output});
            } else {
                kernel_.halve(
                    {{source(2 * y) + 16, source(2 * y + 1) + 16, source(2 * y + 2) + 16},
                     layer.side, weights, bias, false, output});
            }
        }
    }
}

/// A block of a row of what is added to a layer; null for zeros.
const float *MeshPass::added(const MeshLayer &layer, int y, int block) {
    if (!layer.is_residual || block >= layer.input_blocks) return nullptr;
    const MeshLayer &input = model_.layers[layer.input];
    const size_t offset = block * row_length(input.side, 1) + 16;
    if (layer.stride == 1) return row(input, layer.input, y) + offset;
    kernel_.pool(
        row(input, layer.input, 2 * y) + offset, row(input, layer.input, 2 * y + 1) + offset,
        layer.side, pooled_.data());
    return pooled_.data();
}

/// Makes rows of a layer's output of what convolutions made.
void MeshPass::finish(int number, int first, int count) {
    const MeshLayer &layer = model_.layers[number];
    const size_t length = static_cast<size_t>(layer.side) * 16;
    for (int i = 0; i < count; ++i) {
        for (int block = 0; block < layer.output_blocks; ++block) {
            float *const output =
                row(layer, number, first + i) + block * row_length(layer.side, 1);
            std::fill_n(output, 16, 0.0F);
            std::fill_n(output + 16 + length, 16, 0.0F);
            kernel_.bend(
                {wide_.data() + (static_cast<size_t>(block) * count + i) * length,
                 added(layer, first + i, block), layer.slopes.data() + block * 16, layer.side,
                 output + 16});
        }
    }
}

void MeshPass::run_head(const MeshHead &head, float *output) {
    const MeshLayer &input = model_.layers[head.input];
    float *next = flat_.data();
    for (int pixel = 0; pixel < input.side * input.side; ++pixel) {
        const float *const values =
            row(input, head.input, pixel / input.side) + (pixel % input.side + 1) * 16;
        for (int block = 0; block < input.output_blocks; ++block, next += 16) {
            std::copy_n(values + block * row_length(input.side, 1), 16, next);
        }
    }
    kernel_.pointwise(
        {flat_.data(), 16, input.side * input.side * input.output_blocks, 1, head.weights.data(),
         head.bias.data(), output, 16, static_cast<int>(head.bias.size() / 16)});
}

}  // namespace facecap::networks
