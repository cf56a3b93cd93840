#pragma once

#include <cstring>

#include "onnx_graph.hpp"

namespace facecap::networks {

/// A table of a FlatBuffers file, which nobody vouches for: whatever lies outside of the file is refused with
/// `std::runtime_error`.
///
/// Source: FlatBuffers, "Internals"; all numbers are little-endian.
class FlatTable {
public:
    /// The table that the file begins with.
    static FlatTable root(Bytes file);

    /// The number in a field, or what it is where the file leaves it out.
    template <typename Number>
    Number number(int field, Number usual) const {
        const size_t place = find(field);
        return place == 0 ? usual : read<Number>(place);
    }
    bool has(int field) const { return find(field) != 0; }
    /// The table that a field points to; throws where there is none.
    FlatTable table(int field) const;
    /// The tables, whole numbers or bytes of a vector; nothing where there is none. Throws for more tables or
    /// whole numbers than a known network has.
    std::vector<FlatTable> tables(int field) const;
    std::vector<int32_t> integers(int field) const;
    Bytes bytes(int field) const;

private:
    struct Vector {
        size_t start, count;
    };

    /// More would let a small file ask for much memory.
    static constexpr size_t most_tables = 4096, most_integers = 64;

    FlatTable(Bytes file, size_t place) : file_(file), place_(place) {}

    template <typename Number>
    Number read(size_t place) const {
        Number value;
        std::memcpy(&value, at(place, sizeof value), sizeof value);
        return value;
    }
    /// Bytes of the file; throws where they are not in it.
    const uint8_t *at(size_t place, size_t length) const;
    /// Where a field is; 0 where the table has none.
    size_t find(int field) const;
    /// Where the offset at a place points to.
    size_t follow(size_t place) const;
    Vector vector(int field, size_t element, size_t most) const;

    Bytes file_;
    size_t place_;
};

}  // namespace facecap::networks
