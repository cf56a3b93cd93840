// SPDX-License-Identifier: Apache-2.0
#include "mesh_pass.hpp"

#include <algorithm>

namespace facecap::networks {

namespace {

size_t row_length(int side, int blocks) { return static_cast<size_t>(side + 2) * 16 * blocks; }

}  // namespace

MeshPass::MeshPass(const MeshModel &model, const Kernel &kernel) : model_(model), kernel_(kernel) {
    plan();
    image_rows_.resize(3 * (3 * static_cast<size_t>(MeshModel::image_side) + 3));
    // Each is as large as the largest layer needs it.
    for (const MeshLayer &layer : model.layers) {
        deep_.resize(row_length(layer.side, layer.input_blocks));
        added_.resize(row_length(layer.side, layer.output_blocks));
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

float *MeshPass::row(int number, int y) {
    const MeshLayer &layer = model_.layers[number];
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
             layer.slopes.data(),
             output_row(0, y)});
    }
}

void MeshPass::run_layer(int number) {
    const MeshLayer &layer = model_.layers[number];
    const size_t stride = row_length(layer.side, 1);
    for (int y = 0; y < layer.side; ++y) {
        kernel_.pointwise(
            {layer.is_residual ? depthwise(layer, y) : row(layer.input, y) + 16, stride,
             layer.input_blocks, layer.side, layer.weights.data(), layer.bias.data(),
             output_row(number, y), stride, layer.output_blocks, added(layer, y),
             layer.slopes.data()});
    }
}

/// Row `y` of the depthwise convolution of a layer's input.
const float *MeshPass::depthwise(const MeshLayer &layer, int y) {
    const MeshLayer &input = model_.layers[layer.input];
    for (int block = 0; block < layer.input_blocks; ++block) {
        const auto source = [&](int y) -> const float * {
            if (y < 0 || y >= input.side) return zeros_.data();
            return row(layer.input, y) + block * row_length(input.side, 1);
        };
        const float *const weights = layer.depthwise_weights.data() + block * 9 * 16;
        const float *const bias = layer.depthwise_bias.data() + block * 16;
        float *const output = deep_.data() + block * row_length(layer.side, 1);
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
    return deep_.data();
}

/// What is added to row `y` of a layer: its input or the maxima of it, zeros in further channels.
const float *MeshPass::added(const MeshLayer &layer, int y) {
    if (layer.is_residual && layer.stride == 1) return row(layer.input, y) + 16;
    const int pooled_blocks = layer.is_residual ? layer.input_blocks : 0;
    for (int block = 0; block < layer.output_blocks; ++block) {
        float *const output = added_.data() + block * row_length(layer.side, 1);
        if (block >= pooled_blocks) {
            std::fill_n(output, layer.side * 16, 0.0F);
            continue;
        }
        const size_t offset = block * row_length(2 * layer.side, 1) + 16;
        kernel_.pool(
            row(layer.input, 2 * y) + offset, row(layer.input, 2 * y + 1) + offset, layer.side,
            output);
    }
    return added_.data();
}

/// The pixels of a row of what a layer puts out, between zeros.
float *MeshPass::output_row(int number, int y) {
    const MeshLayer &layer = model_.layers[number];
    const size_t length = static_cast<size_t>(layer.side) * 16;
    float *const output = row(number, y);
    for (int block = 0; block < layer.output_blocks; ++block) {
        float *const start = output + block * row_length(layer.side, 1);
        std::fill_n(start, 16, 0.0F);
        std::fill_n(start + 16 + length, 16, 0.0F);
    }
    return output + 16;
}

void MeshPass::run_head(const MeshHead &head, float *output) {
    const MeshLayer &input = model_.layers[head.input];
    float *next = flat_.data();
    for (int pixel = 0; pixel < input.side * input.side; ++pixel) {
        const float *const values =
            row(head.input, pixel / input.side) + (pixel % input.side + 1) * 16;
        for (int block = 0; block < input.output_blocks; ++block, next += 16) {
            std::copy_n(values + block * row_length(input.side, 1), 16, next);
        }
    }
    kernel_.pointwise(
        {flat_.data(), 16, input.side * input.side * input.output_blocks, 1, head.weights.data(),
         head.bias.data(), output, 16, static_cast<int>(head.bias.size() / 16)});
}

}  // namespace facecap::networks
