// SPDX-License-Identifier: Apache-2.0
#include "tflite_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "requirements.hpp"

namespace facecap::networks {

namespace {

enum Type : int8_t { float32 = 0, float16 = 1, int32 = 2 };

/// The number of an operation, of which older files have a byte only.
int32_t code_of(const FlatTable &code) {
    return std::max<int32_t>(code.number<int8_t>(0, 0), code.number<int32_t>(3, 0));
}

/// A half-precision number, IEEE 754: its bits are those of a single-precision one 2^112 times smaller.
float from_half(uint16_t bits) {
    const uint32_t size = static_cast<uint32_t>(bits & 0x7fff) << 13;
    if (size >= 31u << 23) return size == 31u << 23 ? INFINITY : NAN;
    float value = 0;
    std::memcpy(&value, &size, sizeof value);
    value *= 0x1p112f;
    return bits >> 15 != 0 ? -value : value;
}

/// Values of a kind that the processor reads as the file holds them.
template <typename Value>
std::vector<Value> values(Bytes raw) {
    std::vector<Value> result(raw.length / sizeof(Value));
    if (!result.empty()) std::memcpy(result.data(), raw.start, result.size() * sizeof(Value));
    return result;
}

}  // namespace

TfliteGraph::TfliteGraph(Bytes file) {
    constexpr char name[] = "TFL3";
    require(file.length >= 8 && std::memcmp(file.start + 4, name, 4) == 0);
    const FlatTable model = FlatTable::root(file);
    std::vector<int32_t> codes;
    for (const FlatTable &code : model.tables(1)) codes.push_back(code_of(code));
    const std::vector<FlatTable> graphs = model.tables(2);
    buffers_ = model.tables(4);
    require(graphs.size() == 1);
    const FlatTable &graph = graphs.front();
    tensors_ = graph.tables(0);
    inputs_ = graph.integers(1);
    outputs_ = graph.integers(2);
    for (const FlatTable &node : graph.tables(3)) {
        const uint32_t code = node.number<uint32_t>(0, 0);
        const std::vector<int32_t> outputs = node.integers(2);
        require(code < codes.size() && outputs.size() == 1);
        makers_.emplace(outputs[0], nodes_.size());
        nodes_.push_back(
            {static_cast<TfliteCode>(codes[code]), node.integers(1), outputs[0], node});
    }
}

const FlatTable &TfliteGraph::tensor(int32_t number) const {
    require(number >= 0 && static_cast<size_t>(number) < tensors_.size());
    return tensors_[number];
}

std::vector<int32_t> TfliteGraph::shape(int32_t number) const { return tensor(number).integers(0); }

const TfliteNode *TfliteGraph::maker(int32_t number) const {
    const auto found = makers_.find(number);
    return found == makers_.end() ? nullptr : &nodes_[found->second];
}

Bytes TfliteGraph::constant(int32_t number, int8_t type) const {
    constexpr int sparsity = 6;
    const FlatTable &table = tensor(number);
    const uint32_t buffer = table.number<uint32_t>(2, 0);
    require(
        table.number<int8_t>(1, float32) == type && !table.has(sparsity) &&
        buffer < buffers_.size());
    return buffers_[buffer].bytes(0);
}

std::vector<float> TfliteGraph::floats(
    int32_t number, const std::vector<int32_t> &expected) const {
    require(shape(number) == expected);
    std::vector<float> result;
    if (const TfliteNode *const node = maker(number)) {
        require(node->code == TfliteCode::dequantize && node->inputs.size() == 1);
        const std::vector<uint16_t> halves = values<uint16_t>(constant(node->inputs[0], float16));
        result.resize(halves.size());
        std::transform(halves.begin(), halves.end(), result.begin(), from_half);
    } else {
        result = values<float>(constant(number, float32));
    }
    size_t count = 1;
    for (const int32_t extent : expected) count *= static_cast<size_t>(extent);
    require(result.size() == count);
    require_finite(result);
    return result;
}

std::vector<int32_t> TfliteGraph::integers(int32_t number) const {
    return values<int32_t>(constant(number, int32));
}

}  // namespace facecap::networks
