// SPDX-License-Identifier: Apache-2.0
#include "protobuf.hpp"

#include <stdexcept>

namespace facecap::networks {

bool FieldReader::next() {
    if (next_ == end_) return false;
    const uint64_t key = read_varint();
    field_ = key >> 3;
    kind_ = key & 7;
    switch (kind_) {
        case varint:
            value_ = read_varint();
            return true;
        case fixed64:
            bytes_ = take(8);
            return true;
        case length_delimited:
            bytes_ = take(read_varint());
            return true;
        case fixed32:
            bytes_ = take(4);
            return true;
        default:
            throw std::runtime_error("it is no ONNX model");
    }
}

Bytes FieldReader::bytes() const {
    if (kind_ != length_delimited) throw std::runtime_error("it is no ONNX model");
    return bytes_;
}

void FieldReader::add_integers(std::vector<int64_t> &values) const {
    if (kind_ == varint) {
        values.push_back(static_cast<int64_t>(value_));
        return;
    }
    FieldReader packed(bytes());
    while (packed.next_ != packed.end_) {
        values.push_back(static_cast<int64_t>(packed.read_varint()));
    }
}

int64_t FieldReader::integer() const {
    if (kind_ != varint) throw std::runtime_error("it is no ONNX model");
    return static_cast<int64_t>(value_);
}

uint64_t FieldReader::read_varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && next_ != end_; shift += 7) {
        const uint8_t byte = *next_++;
        value |= static_cast<uint64_t>(byte & 127) << shift;
        if (byte < 128) return value;
    }
    throw std::runtime_error("the ONNX model ends early");
}

Bytes FieldReader::take(uint64_t length) {
    if (length > static_cast<uint64_t>(end_ - next_)) {
        throw std::runtime_error("the ONNX model ends early");
    }
    const Bytes taken = {next_, static_cast<size_t>(length)};
    next_ += length;
    return taken;
}

}  // namespace facecap::networks
