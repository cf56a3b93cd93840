#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facecap::networks {

/// A stretch of the bytes of a file.
struct Bytes {
    const uint8_t *start = nullptr;
    size_t length = 0;

    std::string_view text() const {
        return {reinterpret_cast<const char *>(start), length};
    }
};

/// A constant of a graph.
struct OnnxTensor {
    std::vector<int64_t> shape;
    /// The number of its type: 1 is float, 7 is int64.
    int64_t type = 0;
    /// Little-endian values; empty where they are stored in another way.
    Bytes raw;
};

/// An operation of a graph.
struct OnnxNode {
    std::string_view operation;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> outputs;
    /// Names, and the bytes of what they stand for.
    std::vector<std::pair<std::string_view, Bytes>> attributes;

    /// The integers of an attribute; empty where there is none.
    std::vector<int64_t> integers(std::string_view name) const;
    /// The text of an attribute; empty where there is none.
    std::string_view text(std::string_view name) const;
};

/// What is read of an ONNX file: nodes and constants. It refers to the file's bytes.
///
/// Source: onnx.proto3 of ONNX 1.7, ModelProto, GraphProto, NodeProto, TensorProto.
class OnnxGraph {
public:
    /// Throws `std::runtime_error` for bytes that are no such file.
    explicit OnnxGraph(Bytes file);

    /// The node that makes a value; throws where none does.
    const OnnxNode &maker(std::string_view value) const;
    /// Whether a node makes a value: that of an input of the network none does.
    bool is_made(std::string_view value) const { return makers_.count(value) != 0; }
    /// The constant of that name; throws where there is none.
    const OnnxTensor &constant(std::string_view name) const;

private:
    void read_graph(Bytes graph);

    std::vector<OnnxNode> nodes_;
    std::unordered_map<std::string_view, size_t> makers_;
    std::unordered_map<std::string_view, OnnxTensor> constants_;
};

}  // namespace facecap::networks
