#pragma once

#include "onnx_graph.hpp"

namespace facecap::networks {

/// Walks the fields of a message of protocol buffers.
class FieldReader {
public:
    explicit FieldReader(Bytes message) : next_(message.start), end_(next_ + message.length) {}

    /// Goes to the next field; false at the end. Throws `std::runtime_error` for broken bytes.
    bool next();

    /// The number of the field.
    uint64_t field() const { return field_; }
    /// The content of a field of bytes; throws for another kind.
    Bytes bytes() const;
    /// Adds the values of a field of integers, packed or not; throws for another kind.
    void add_integers(std::vector<int64_t> &values) const;
    /// The value of a field of one integer; throws for another kind.
    int64_t integer() const;

private:
    enum Kind { varint = 0, fixed64 = 1, length_delimited = 2, fixed32 = 5 };

    uint64_t read_varint();
    Bytes take(uint64_t length);

    const uint8_t *next_;
    const uint8_t *end_;
    uint64_t field_ = 0;
    unsigned kind_ = varint;
    uint64_t value_ = 0;
    Bytes bytes_;
};

}  // namespace facecap::networks
