// SPDX-License-Identifier: Apache-2.0
#include "flat_table.hpp"

#include "requirements.hpp"

namespace facecap::networks {

FlatTable FlatTable::root(Bytes file) {
    const FlatTable start(file, 0);
    return {file, start.follow(0)};
}

const uint8_t *FlatTable::at(size_t place, size_t length) const {
    require(place <= file_.length && length <= file_.length - place);
    return file_.start + place;
}

size_t FlatTable::find(int field) const {
    const auto table = static_cast<int64_t>(place_) - read<int32_t>(place_);
    require(table >= 0);
    const size_t place = static_cast<size_t>(table);
    const size_t entry = 4 + 2 * static_cast<size_t>(field);
    if (entry + 2 > read<uint16_t>(place)) return 0;
    const uint16_t offset = read<uint16_t>(place + entry);
    return offset == 0 ? 0 : place_ + offset;
}

size_t FlatTable::follow(size_t place) const { return place + read<uint32_t>(place); }

FlatTable FlatTable::table(int field) const {
    const size_t place = find(field);
    require(place != 0);
    return {file_, follow(place)};
}

FlatTable::Vector FlatTable::vector(int field, size_t element, size_t most) const {
    const size_t place = find(field);
    if (place == 0) return {0, 0};
    const size_t start = follow(place);
    const size_t count = read<uint32_t>(start);
    require(count <= most);
    at(start + 4, count * element);
    return {start + 4, count};
}

std::vector<FlatTable> FlatTable::tables(int field) const {
    const Vector found = vector(field, sizeof(uint32_t), most_tables);
    std::vector<FlatTable> tables;
    tables.reserve(found.count);
    for (size_t i = 0; i < found.count; ++i) {
        tables.push_back({file_, follow(found.start + 4 * i)});
    }
    return tables;
}

std::vector<int32_t> FlatTable::integers(int field) const {
    const Vector found = vector(field, sizeof(int32_t), most_integers);
    std::vector<int32_t> values;
    values.reserve(found.count);
    for (size_t i = 0; i < found.count; ++i) values.push_back(read<int32_t>(found.start + 4 * i));
    return values;
}

Bytes FlatTable::bytes(int field) const {
    const Vector found = vector(field, 1, file_.length);
    return {at(found.start, found.count), found.count};
}

}  // namespace facecap::networks
