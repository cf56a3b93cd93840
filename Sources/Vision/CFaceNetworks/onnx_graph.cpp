// SPDX-License-Identifier: Apache-2.0
#include "onnx_graph.hpp"

#include "protobuf.hpp"
#include "requirements.hpp"

namespace facecap::networks {

namespace {

std::pair<std::string_view, Bytes> read_attribute(Bytes bytes) {
    std::string_view name;
    FieldReader reader(bytes);
    while (reader.next()) {
        if (reader.field() == 1) name = reader.bytes().text();
    }
    return {name, bytes};
}

OnnxNode read_node(Bytes bytes) {
    OnnxNode node;
    FieldReader reader(bytes);
    while (reader.next()) {
        switch (reader.field()) {
            case 1: node.inputs.push_back(reader.bytes().text()); break;
            case 2: node.outputs.push_back(reader.bytes().text()); break;
            case 4: node.operation = reader.bytes().text(); break;
            case 5: node.attributes.push_back(read_attribute(reader.bytes())); break;
            default: break;
        }
    }
    return node;
}

std::pair<std::string_view, OnnxTensor> read_tensor(Bytes bytes) {
    std::string_view name;
    OnnxTensor tensor;
    FieldReader reader(bytes);
    while (reader.next()) {
        switch (reader.field()) {
            case 1: reader.add_integers(tensor.shape); break;
            case 2: tensor.type = reader.integer(); break;
            case 8: name = reader.bytes().text(); break;
            case 9: tensor.raw = reader.bytes(); break;
            default: break;
        }
    }
    return {name, tensor};
}

}  // namespace

std::vector<int64_t> OnnxNode::integers(std::string_view name) const {
    std::vector<int64_t> values;
    for (const auto &[attribute, bytes] : attributes) {
        if (attribute != name) continue;
        FieldReader reader(bytes);
        while (reader.next()) {
            // 3: one integer, 8: several.
            if (reader.field() == 3 || reader.field() == 8) reader.add_integers(values);
        }
    }
    return values;
}

std::string_view OnnxNode::text(std::string_view name) const {
    std::string_view value;
    for (const auto &[attribute, bytes] : attributes) {
        if (attribute != name) continue;
        FieldReader reader(bytes);
        while (reader.next()) {
            if (reader.field() == 4) value = reader.bytes().text();
        }
    }
    return value;
}

OnnxGraph::OnnxGraph(Bytes file) {
    FieldReader reader(file);
    while (reader.next()) {
        if (reader.field() == 7) read_graph(reader.bytes());
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
        for (const std::string_view output : nodes_[i].outputs) makers_.emplace(output, i);
    }
}

void OnnxGraph::read_graph(Bytes graph) {
    FieldReader reader(graph);
    while (reader.next()) {
        if (reader.field() == 1) nodes_.push_back(read_node(reader.bytes()));
        if (reader.field() == 5) constants_.insert(read_tensor(reader.bytes()));
    }
}

const OnnxNode &OnnxGraph::maker(std::string_view value) const {
    const auto found = makers_.find(value);
    require(found != makers_.end());
    return nodes_[found->second];
}

const OnnxTensor &OnnxGraph::constant(std::string_view name) const {
    const auto found = constants_.find(name);
    require(found != constants_.end());
    return found->second;
}

}  // namespace facecap::networks
