// SPDX-License-Identifier: Apache-2.0
#include "mesh_model.hpp"

#include <unordered_map>

#include "packing.hpp"
#include "requirements.hpp"

namespace facecap::networks {

namespace {

using Shape = std::vector<int32_t>;

constexpr int largest_width = 256;
constexpr size_t most_layers = 64;

/// Follows a network from its outputs to its input.
class Reader {
public:
    explicit Reader(const TfliteGraph &graph) : graph_(graph) {}

    MeshModel read();

private:
    enum Padding : int8_t { same = 0, valid = 1 };

    const TfliteNode &node(int32_t tensor, TfliteCode code) const;
    Shape weights_of(const TfliteNode &node) const;
    void check_convolution(
        const TfliteNode &node, const Shape &kernel, int stride, Padding padding) const;
    int layer(int32_t tensor);
    void read_stem(MeshLayer &layer, const TfliteNode &node);
    void read_pointwise(MeshLayer &layer, const TfliteNode &node) const;
    void read_unit(MeshLayer &layer, const TfliteNode &sum);
    void check_pooled(int32_t tensor, int32_t source, int input, int output) const;
    MeshHead head(int32_t tensor, int outputs);

    const TfliteGraph &graph_;
    MeshModel model_;
    std::unordered_map<int32_t, int> layers_;
    size_t depth_ = 0;
};

/// What makes a tensor, which must be `code`.
const TfliteNode &Reader::node(int32_t tensor, TfliteCode code) const {
    const TfliteNode *const node = graph_.maker(tensor);
    require(node != nullptr && node->code == code && !node->inputs.empty());
    return *node;
}

/// The extents of a convolution's weights: outputs (1 of a depthwise one), rows, columns, inputs.
Shape Reader::weights_of(const TfliteNode &node) const {
    require(node.inputs.size() == 3);
    const Shape shape = graph_.shape(node.inputs[1]);
    require(shape.size() == 4);
    for (const int32_t extent : shape) require(extent >= 1);
    return shape;
}

void Reader::check_convolution(
    const TfliteNode &node, const Shape &kernel, int stride, Padding padding) const {
    const bool is_depthwise = node.code == TfliteCode::depthwise_convolution;
    const Shape shape = weights_of(node);
    const int more = is_depthwise ? 1 : 0;
    require(
        Shape(shape.begin() + 1, shape.begin() + 3) == kernel &&
        node.option<int32_t>(1, 0) == stride && node.option<int32_t>(2, 0) == stride &&
        node.option<int8_t>(3 + more, 0) == 0 && node.option<int32_t>(4 + more, 1) == 1 &&
        node.option<int32_t>(5 + more, 1) == 1 &&
        (!is_depthwise || (shape[0] == 1 && node.option<int32_t>(3, 0) == 1)));
    // Of one pixel and one step both are the same.
    require(kernel == Shape({1, 1}) || node.option<int8_t>(0, 0) == padding);
}

/// The number of the layer whose output a tensor is.
int Reader::layer(int32_t tensor) {
    const auto known = layers_.find(tensor);
    if (known != layers_.end()) return known->second;
    require(++depth_ <= most_layers && model_.layers.size() < most_layers);
    const TfliteNode &bend = node(tensor, TfliteCode::prelu);
    require(bend.inputs.size() == 2);
    MeshLayer layer;
    const TfliteNode *const before = graph_.maker(bend.inputs[0]);
    require(before != nullptr);
    if (before->code == TfliteCode::add) {
        read_unit(layer, *before);
    } else {
        const TfliteNode &convolution = node(bend.inputs[0], TfliteCode::convolution);
        if (weights_of(convolution)[3] == 3) {
            read_stem(layer, convolution);
        } else {
            read_pointwise(layer, convolution);
            layer.input = this->layer(convolution.inputs[0]);
        }
    }
    layer.slopes = graph_.floats(bend.inputs[1], {1, 1, 16 * layer.output_blocks});
    if (layer.input >= 0) {
        const MeshLayer &input = model_.layers[layer.input];
        require(input.output_blocks == layer.input_blocks && input.side % layer.stride == 0);
        layer.side = input.side / layer.stride;
    }
    --depth_;
    model_.layers.push_back(std::move(layer));
    const int number = static_cast<int>(model_.layers.size()) - 1;
    layers_.emplace(tensor, number);
    return number;
}

/// The first convolution, for bytes of blue, green and red instead of red, green and blue in 0...1.
void Reader::read_stem(MeshLayer &layer, const TfliteNode &node) {
    require(model_.layers.empty() && graph_.inputs() == Shape({node.inputs[0]}));
    require(
        graph_.shape(node.inputs[0]) == Shape({1, MeshModel::image_side, MeshModel::image_side, 3}));
    check_convolution(node, {3, 3}, 2, same);
    std::vector<float> values = graph_.floats(node.inputs[1], {16, 3, 3, 3});
    for (float &value : values) value = static_cast<float>(value / 255.0);
    layer.weights =
        packed(values, 16, 27, [](int i) { return i / 3 * 3 + 2 - i % 3; });
    layer.bias = graph_.floats(node.inputs[2], {16});
    layer.output_blocks = 1;
    layer.side = MeshModel::image_side / 2;
}

void Reader::read_pointwise(MeshLayer &layer, const TfliteNode &node) const {
    const Shape shape = weights_of(node);
    check_convolution(node, {1, 1}, 1, valid);
    require(
        shape[0] % 16 == 0 && shape[3] % 16 == 0 && shape[0] <= largest_width &&
        shape[3] <= largest_width);
    layer.output_blocks = shape[0] / 16;
    layer.input_blocks = shape[3] / 16;
    layer.weights = packed(graph_.floats(node.inputs[1], shape), shape[0], shape[3]);
    layer.bias = graph_.floats(node.inputs[2], {shape[0]});
}

void Reader::read_unit(MeshLayer &layer, const TfliteNode &sum) {
    require(sum.inputs.size() == 2 && sum.option<int8_t>(0, 0) == 0);
    const TfliteNode &pointwise = node(sum.inputs[1], TfliteCode::convolution);
    read_pointwise(layer, pointwise);
    const TfliteNode &depthwise = node(pointwise.inputs[0], TfliteCode::depthwise_convolution);
    const int32_t source = depthwise.inputs[0];
    const int channels = 16 * layer.input_blocks;
    layer.is_residual = true;
    layer.stride = depthwise.option<int32_t>(1, 0) == 2 ? 2 : 1;
    check_convolution(depthwise, {3, 3}, layer.stride, same);
    if (layer.stride == 1) {
        require(sum.inputs[0] == source && layer.input_blocks == layer.output_blocks);
    } else {
        check_pooled(sum.inputs[0], source, layer.input_blocks, layer.output_blocks);
    }
    const std::vector<float> values = graph_.floats(depthwise.inputs[1], {1, 3, 3, channels});
    layer.depthwise_weights.resize(values.size());
    for (int c = 0; c < channels; ++c) {
        for (int tap = 0; tap < 9; ++tap) {
            layer.depthwise_weights[(c / 16 * 9 + tap) * 16 + c % 16] = values[tap * channels + c];
        }
    }
    layer.depthwise_bias = graph_.floats(depthwise.inputs[2], {channels});
    layer.input = this->layer(source);
}

/// Whether a tensor is made of the maxima of `source`, with channels of zeros added up to `output` blocks.
void Reader::check_pooled(int32_t tensor, int32_t source, int input, int output) const {
    require(input <= output);
    if (input < output) {
        const TfliteNode &pad = node(tensor, TfliteCode::pad);
        require(
            pad.inputs.size() == 2 &&
            graph_.integers(pad.inputs[1]) == Shape({0, 0, 0, 0, 0, 0, 0, 16 * (output - input)}));
        tensor = pad.inputs[0];
    }
    const TfliteNode &pool = node(tensor, TfliteCode::max_pool);
    require(pool.inputs[0] == source && pool.option<int8_t>(5, 0) == 0);
    for (int field = 1; field <= 4; ++field) require(pool.option<int32_t>(field, 0) == 2);
}

MeshHead Reader::head(int32_t tensor, int outputs) {
    const TfliteNode &node = this->node(tensor, TfliteCode::convolution);
    const Shape shape = weights_of(node);
    constexpr int side = MeshModel::head_side;
    check_convolution(node, {side, side}, side, valid);
    MeshHead head;
    head.input = layer(node.inputs[0]);
    const MeshLayer &input = model_.layers[head.input];
    require(input.side == side && shape == Shape({outputs, side, side, 16 * input.output_blocks}));
    head.weights =
        packed(graph_.floats(node.inputs[1], shape), outputs, side * side * shape[3]);
    head.bias = graph_.floats(node.inputs[2], {outputs});
    head.bias.resize(static_cast<size_t>((outputs + 15) / 16) * 16);
    return head;
}

MeshModel Reader::read() {
    const std::vector<int32_t> &outputs = graph_.outputs();
    require(outputs.size() == 2);
    constexpr int values = 3 * MeshModel::point_count;
    const bool is_first = graph_.shape(outputs[0]) == Shape({1, 1, 1, values});
    model_.points = head(outputs[is_first ? 0 : 1], values);
    model_.presence = head(outputs[is_first ? 1 : 0], 1);
    return std::move(model_);
}

}  // namespace

MeshModel read_mesh(const TfliteGraph &graph) { return Reader(graph).read(); }

}  // namespace facecap::networks
