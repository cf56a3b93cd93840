// SPDX-License-Identifier: Apache-2.0
#include "yunet_model.hpp"

#include <cstring>
#include <string>
#include <tuple>

#include "packing.hpp"
#include "requirements.hpp"

namespace facecap::networks {

namespace {

using Shape = std::vector<int64_t>;

/// Follows a network from its outputs to its input, one operation after the other.
class Reader {
public:
    explicit Reader(const OnnxGraph &graph) : graph_(graph) {}

    YuNetModel read();

private:
    const OnnxNode &step(std::string_view &value, std::string_view operation) const;
    std::vector<float> floats(std::string_view name, const Shape &shape) const;
    ConvolutionUnit unit(std::string_view &value, bool is_rectified) const;
    ConvolutionUnit head(int level, std::string_view &value) const;
    ConvolutionUnit branch(std::string_view &value, const std::string &output, int channels) const;
    void pool(std::string_view &value) const;
    void sum_with_doubled(std::string_view &value, std::string_view coarse) const;
    void stem(YuNetModel &model, std::string_view &value) const;

    const OnnxGraph &graph_;
};

/// Steps from a value to the first input of what makes it, which must be `operation`.
const OnnxNode &Reader::step(std::string_view &value, std::string_view operation) const {
    const OnnxNode &node = graph_.maker(value);
    require(node.operation == operation && !node.inputs.empty() && node.outputs.size() == 1);
    value = node.inputs[0];
    return node;
}

std::vector<float> Reader::floats(std::string_view name, const Shape &shape) const {
    const OnnxTensor &tensor = graph_.constant(name);
    size_t count = 1;
    for (const int64_t extent : shape) count *= static_cast<size_t>(extent);
    require(tensor.type == 1 && tensor.shape == shape && tensor.raw.length == 4 * count);
    std::vector<float> values(count);
    std::memcpy(values.data(), tensor.raw.start, 4 * count);
    require_finite(values);
    return values;
}

/// Whether an attribute has these values, which are `usual` where the file leaves it out.
bool has(const OnnxNode &node, const char *name, const Shape &expected, const Shape &usual) {
    const Shape values = node.integers(name);
    return (values.empty() ? usual : values) == expected;
}

/// Whether a window moves by `stride` over its input, which is padded by `pad` on every side.
bool is_window(const OnnxNode &node, int64_t stride, int64_t pad) {
    return has(node, "strides", {stride, stride}, {1, 1}) &&
           has(node, "dilations", {1, 1}, {1, 1}) &&
           has(node, "pads", {pad, pad, pad, pad}, {0, 0, 0, 0}) &&
           (node.text("auto_pad").empty() || node.text("auto_pad") == "NOTSET");
}

bool is_convolution(const OnnxNode &node, int64_t kernel, int64_t stride, int64_t group) {
    return node.inputs.size() == 3 &&
           has(node, "kernel_shape", {kernel, kernel}, {kernel, kernel}) &&
           has(node, "group", {group}, {1}) && is_window(node, stride, kernel / 2);
}

ConvolutionUnit pack(ConvolutionUnit unit, int outputs, int inputs) {
    require(outputs % 16 == 0 && inputs % 16 == 0);
    unit.input_blocks = inputs / 16;
    unit.output_blocks = outputs / 16;
    unit.pointwise_weights = packed(unit.pointwise_weights, outputs, inputs);
    unit.depthwise_weights = packed(unit.depthwise_weights, outputs, 9);
    return unit;
}

/// The number of channels of a convolution's weights along one side.
int channels(const OnnxTensor &tensor, size_t side) {
    require(tensor.shape.size() == 4 && tensor.shape[side] >= 1 && tensor.shape[side] <= 256);
    return static_cast<int>(tensor.shape[side]);
}

/// A unit in the file's order of weights.
ConvolutionUnit Reader::unit(std::string_view &value, bool is_rectified) const {
    ConvolutionUnit unit;
    unit.is_rectified = is_rectified;
    if (is_rectified) step(value, "Relu");
    const OnnxNode &depthwise = step(value, "Conv");
    const OnnxNode &pointwise = step(value, "Conv");
    require(depthwise.inputs.size() == 3 && pointwise.inputs.size() == 3);
    const int outputs = channels(graph_.constant(pointwise.inputs[1]), 0);
    const int inputs = channels(graph_.constant(pointwise.inputs[1]), 1);
    require(is_convolution(depthwise, 3, 1, outputs) && is_convolution(pointwise, 1, 1, 1));
    unit.pointwise_weights = floats(pointwise.inputs[1], {outputs, inputs, 1, 1});
    unit.pointwise_bias = floats(pointwise.inputs[2], {outputs});
    unit.depthwise_weights = floats(depthwise.inputs[1], {outputs, 1, 3, 3});
    unit.depthwise_bias = floats(depthwise.inputs[2], {outputs});
    return is_rectified ? pack(std::move(unit), outputs, inputs) : unit;
}

/// What leads to one of the twelve outputs, with `channels` channels.
ConvolutionUnit Reader::branch(
    std::string_view &value, const std::string &output, int channels) const {
    value = output;
    if (channels == 1) step(value, "Sigmoid");
    const OnnxNode &reshape = step(value, "Reshape");
    require(reshape.inputs.size() == 2);
    const OnnxTensor &shape = graph_.constant(reshape.inputs[1]);
    const int64_t expected[] = {1, -1, channels};
    require(
        shape.type == 7 && shape.raw.length == sizeof expected &&
        std::memcmp(shape.raw.start, expected, sizeof expected) == 0);
    require(step(value, "Transpose").integers("perm") == Shape({0, 2, 3, 1}));
    ConvolutionUnit unit = this->unit(value, false);
    require(unit.pointwise_bias.size() == static_cast<size_t>(channels));
    return unit;
}

/// The four heads of a level, in the order of their channels, and the value they start from.
ConvolutionUnit Reader::head(int level, std::string_view &value) const {
    static const std::pair<const char *, int> parts[] = {
        {"cls_", 1}, {"obj_", 1}, {"bbox_", 4}, {"kps_", 10}};
    const std::string suffix = std::to_string(8 << level);
    ConvolutionUnit whole;
    std::string_view start;
    for (const auto &[name, count] : parts) {
        const ConvolutionUnit part = branch(value, name + suffix, count);
        require(start.empty() || start == value);
        start = value;
        const auto append = [](std::vector<float> &to, const std::vector<float> &from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        append(whole.pointwise_weights, part.pointwise_weights);
        append(whole.pointwise_bias, part.pointwise_bias);
        append(whole.depthwise_weights, part.depthwise_weights);
        append(whole.depthwise_bias, part.depthwise_bias);
    }
    whole.is_rectified = false;
    const size_t inputs = whole.pointwise_weights.size() / 16;
    require(whole.pointwise_weights.size() == 16 * inputs);
    return pack(std::move(whole), 16, static_cast<int>(inputs));
}

void Reader::pool(std::string_view &value) const {
    const OnnxNode &node = step(value, "MaxPool");
    require(
        node.integers("kernel_shape") == Shape({2, 2}) && has(node, "ceil_mode", {0}, {0}) &&
        is_window(node, 2, 0));
}

/// Steps over the sum of a value with `coarse` at twice its size, to the former.
void Reader::sum_with_doubled(std::string_view &value, std::string_view coarse) const {
    const OnnxNode &add = step(value, "Add");
    require(add.inputs.size() == 2);
    std::string_view doubled = add.inputs[1];
    const OnnxNode &resize = step(doubled, "Resize");
    require(
        doubled == coarse && resize.inputs.size() == 3 && resize.text("mode") == "nearest" &&
        resize.text("coordinate_transformation_mode") == "asymmetric" &&
        resize.text("nearest_mode") == "floor" &&
        floats(resize.inputs[2], {4}) == std::vector<float>({1, 1, 2, 2}));
}

void Reader::stem(YuNetModel &model, std::string_view &value) const {
    step(value, "Relu");
    const OnnxNode &node = step(value, "Conv");
    require(is_convolution(node, 3, 2, 1));
    model.stem_bias = floats(node.inputs[2], {16});
    // From channels of pixels to pixels of channels.
    model.stem_weights = packed(floats(node.inputs[1], {16, 3, 3, 3}), 16, 27, [](int i) {
        return i % 3 * 9 + i / 3;
    });
}

/// Whether what each unit takes is what the ones before it give.
bool fits(const YuNetModel &model) {
    int blocks = 1;
    for (const ConvolutionUnit &unit : model.backbone) {
        if (unit.input_blocks != blocks) return false;
        blocks = unit.output_blocks;
    }
    const auto &[fine, middle, coarse] =
        std::tie(model.neck[1], model.neck[0], model.backbone[11]);
    if (model.backbone[8].output_blocks != coarse.output_blocks ||
        model.backbone[6].output_blocks != middle.output_blocks ||
        middle.input_blocks != coarse.output_blocks ||
        fine.input_blocks != middle.output_blocks) {
        return false;
    }
    const int given[] = {fine.output_blocks, middle.output_blocks, coarse.output_blocks};
    for (int level = 0; level < 3; ++level) {
        const ConvolutionUnit &shared = model.shared[level];
        const ConvolutionUnit &head = model.heads[level];
        const int taken = model.has_shared ? shared.input_blocks : head.input_blocks;
        if (taken != given[level]) return false;
        if (model.has_shared && head.input_blocks != shared.output_blocks) return false;
    }
    return true;
}

YuNetModel Reader::read() {
    YuNetModel model;
    std::string_view values[3];
    for (int level = 0; level < 3; ++level) model.heads[level] = head(level, values[level]);
    std::string_view before = values[0];
    unit(before, true);
    model.has_shared = graph_.maker(before).operation != "Add";
    for (int level = 0; level < 3 && model.has_shared; ++level) {
        model.shared[level] = unit(values[level], true);
    }

    std::string_view value = values[0];
    model.neck[1] = unit(value, true);
    sum_with_doubled(value, values[1]);
    const std::string_view fine = value;
    value = values[1];
    model.neck[0] = unit(value, true);
    sum_with_doubled(value, values[2]);
    const std::string_view middle = value;

    value = values[2];
    for (int i = 11; i >= 0; --i) {
        if (i == 8 || i == 6 || i == 4 || i == 0) pool(value);
        if (i == 8) require(value == middle);
        if (i == 6) require(value == fine);
        model.backbone[i] = unit(value, true);
    }
    stem(model, value);
    require(!graph_.is_made(value) && fits(model));
    return model;
}

}  // namespace

YuNetModel read_yunet(const OnnxGraph &graph) { return Reader(graph).read(); }

}  // namespace facecap::networks
