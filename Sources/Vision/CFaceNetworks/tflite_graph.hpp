#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "flat_table.hpp"

namespace facecap::networks {

/// The operations that are known, by their numbers in TensorFlow Lite.
enum class TfliteCode : int32_t {
    add = 0,
    convolution = 3,
    depthwise_convolution = 4,
    dequantize = 6,
    max_pool = 17,
    pad = 34,
    prelu = 54,
};

/// An operation of a graph; inputs and output are the numbers of tensors.
struct TfliteNode {
    TfliteCode code;
    std::vector<int32_t> inputs;
    int32_t output;
    /// The table with what else is to be known of it.
    FlatTable node;

    /// A number among its options, or what it is where the file leaves it out.
    template <typename Number>
    Number option(int field, Number usual) const {
        constexpr int options = 4;
        return node.has(options) ? node.table(options).number<Number>(field, usual) : usual;
    }
};

/// What is read of a TensorFlow Lite file of one graph. It refers to the file's bytes.
///
/// Everything throws `std::runtime_error` for what is not there or of another kind. Source: schema.fbs of
/// TensorFlow Lite, version 3.
class TfliteGraph {
public:
    explicit TfliteGraph(Bytes file);

    const std::vector<int32_t> &inputs() const { return inputs_; }
    const std::vector<int32_t> &outputs() const { return outputs_; }
    /// The shape of a tensor: images, rows, columns, channels.
    std::vector<int32_t> shape(int32_t tensor) const;
    /// The operation that makes a tensor, if there is one.
    const TfliteNode *maker(int32_t tensor) const;
    /// The floats of a constant of that shape, which the file may hold with half as many bits; throws
    /// `DamagedWeights` for what is no number.
    std::vector<float> floats(int32_t tensor, const std::vector<int32_t> &shape) const;
    /// The whole numbers of a constant.
    std::vector<int32_t> integers(int32_t tensor) const;

private:
    const FlatTable &tensor(int32_t number) const;
    Bytes constant(int32_t number, int8_t type) const;

    std::vector<FlatTable> tensors_, buffers_;
    std::vector<int32_t> inputs_, outputs_;
    std::vector<TfliteNode> nodes_;
    std::unordered_map<int32_t, size_t> makers_;
};

}  // namespace facecap::networks
