// SPDX-License-Identifier: Apache-2.0
#include "xnnpack_pass.h"

#if !__has_include(<xnnpack.h>)

XNNPACKPass *xnnpack_pass_create(int32_t, int32_t) { return nullptr; }
int32_t xnnpack_pass_run(XNNPACKPass *) { return -1; }
void xnnpack_pass_destroy(XNNPACKPass *) {}

#else

#include <xnnpack.h>

#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

void check(xnn_status status) {
    if (status != xnn_status_success) throw std::runtime_error("XNNPACK refused a call");
}

/// A value between layers.
struct Map {
    uint32_t id;
    size_t width, height, channels;
};

constexpr float lowest = -INFINITY, highest = INFINITY;

}  // namespace

struct XNNPACKPass {
public:
    XNNPACKPass(size_t width, size_t height);
    ~XNNPACKPass();
    void run() { check(xnn_invoke_runtime(runtime_)); }

private:
    uint32_t tensor(const std::vector<size_t> &shape, bool has_data);
    Map map(size_t width, size_t height, size_t channels, bool is_output = false);
    Map convolution(const Map &input, int kernel, int stride, size_t channels, float least);
    Map depthwise(const Map &input, float least, bool is_output);
    /// A 1x1 convolution and a 3x3 one of each channel.
    Map unit(const Map &input, size_t channels, bool is_rectified = true, bool is_output = false);
    Map pool(const Map &input);
    Map joined(const Map &fine, const Map &coarse);
    void build(const Map &image);

    xnn_subgraph_t graph_ = nullptr;
    xnn_runtime_t runtime_ = nullptr;
    std::deque<std::vector<float>> constants_;
    std::vector<xnn_external_value> externals_;
};

uint32_t XNNPACKPass::tensor(const std::vector<size_t> &shape, bool has_data) {
    const void *data = nullptr;
    if (has_data) {
        size_t count = 1;
        for (const size_t extent : shape) count *= extent;
        std::vector<float> &values = constants_.emplace_back(count);
        for (size_t i = 0; i < count; ++i) values[i] = 0.1F * std::sin(static_cast<float>(i));
        data = values.data();
    }
    uint32_t id = 0;
    check(xnn_define_tensor_value(
        graph_, xnn_datatype_fp32, shape.size(), shape.data(), data, XNN_INVALID_VALUE_ID, 0, &id));
    return id;
}

Map XNNPACKPass::map(size_t width, size_t height, size_t channels, bool is_external) {
    if (!is_external) return {tensor({1, height, width, channels}, false), width, height, channels};
    const size_t shape[] = {1, height, width, channels};
    const auto number = static_cast<uint32_t>(externals_.size());
    uint32_t id = 0;
    check(xnn_define_tensor_value(
        graph_, xnn_datatype_fp32, 4, shape, nullptr, number,
        number == 0 ? XNN_VALUE_FLAG_EXTERNAL_INPUT : XNN_VALUE_FLAG_EXTERNAL_OUTPUT, &id));
    // XNNPACK may read a little more than there is.
    constants_.emplace_back(width * height * channels + XNN_EXTRA_BYTES, 0.5F);
    externals_.push_back({id, constants_.back().data()});
    return {id, width, height, channels};
}

Map XNNPACKPass::convolution(
    const Map &input, int kernel, int stride, size_t channels, float least) {
    const auto side = static_cast<size_t>(kernel);
    const uint32_t pad = kernel / 2;
    const Map output = map(input.width / stride, input.height / stride, channels);
    check(xnn_define_convolution_2d(
        graph_, pad, pad, pad, pad, kernel, kernel, stride, stride, 1, 1, 1, input.channels,
        channels, least, highest, input.id, tensor({channels, side, side, input.channels}, true),
        tensor({channels}, true), output.id, 0));
    return output;
}

Map XNNPACKPass::depthwise(const Map &input, float least, bool is_output) {
    const Map output = map(input.width, input.height, input.channels, is_output);
    check(xnn_define_depthwise_convolution_2d(
        graph_, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1, input.channels, least, highest, input.id,
        tensor({1, 3, 3, input.channels}, true), tensor({input.channels}, true), output.id, 0));
    return output;
}

Map XNNPACKPass::unit(const Map &input, size_t channels, bool is_rectified, bool is_output) {
    return depthwise(
        convolution(input, 1, 1, channels, lowest), is_rectified ? 0 : lowest, is_output);
}

Map XNNPACKPass::pool(const Map &input) {
    const Map output = map(input.width / 2, input.height / 2, input.channels);
    check(xnn_define_max_pooling_2d(
        graph_, 0, 0, 0, 0, 2, 2, 2, 2, 1, 1, lowest, highest, input.id, output.id, 0));
    return output;
}

Map XNNPACKPass::joined(const Map &fine, const Map &coarse) {
    const Map larger = map(fine.width, fine.height, coarse.channels);
    const Map sum = map(fine.width, fine.height, fine.channels);
    check(xnn_define_static_resize_bilinear_2d(
        graph_, fine.height, fine.width, coarse.id, larger.id, 0));
    check(xnn_define_add2(graph_, lowest, highest, fine.id, larger.id, sum.id, 0));
    return sum;
}

void XNNPACKPass::build(const Map &image) {
    Map value = pool(unit(convolution(image, 3, 2, 16, 0), 16));
    value = unit(unit(value, 16), 64);
    value = pool(unit(unit(value, 64), 64));
    const Map fine = unit(unit(value, 64), 64);
    const Map middle = unit(unit(pool(fine), 64), 64);
    const Map coarse = unit(unit(unit(pool(middle), 64), 64), 64);
    const Map middle_joined = unit(joined(middle, coarse), 64);
    const Map fine_joined = unit(joined(fine, middle_joined), 64);
    for (const Map &level : {fine_joined, middle_joined, coarse}) {
        unit(unit(level, 64), 16, false, true);
    }
}

XNNPACKPass::XNNPACKPass(size_t width, size_t height) {
    check(xnn_initialize(nullptr));
    check(xnn_create_subgraph(4, 0, &graph_));
    build(map(width, height, 3, true));
    check(xnn_create_runtime_v2(graph_, nullptr, 0, &runtime_));
    check(xnn_setup_runtime(runtime_, externals_.size(), externals_.data()));
}

XNNPACKPass::~XNNPACKPass() {
    xnn_delete_runtime(runtime_);
    xnn_delete_subgraph(graph_);
}

XNNPACKPass *xnnpack_pass_create(int32_t width, int32_t height) {
    try {
        return new XNNPACKPass(width, height);
    } catch (const std::exception &) {
        return nullptr;
    }
}

int32_t xnnpack_pass_run(XNNPACKPass *pass) {
    try {
        pass->run();
        return 0;
    } catch (const std::exception &) {
        return -1;
    }
}

void xnnpack_pass_destroy(XNNPACKPass *pass) { delete pass; }

#endif
