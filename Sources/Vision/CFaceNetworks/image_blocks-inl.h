// SPDX-License-Identifier: Apache-2.0
// What rows of images need of the vectors themselves. Included once for each kind, into its namespace.

void interleave(const uint8_t (*planes)[16], uint8_t *bgr) {
    constexpr hn::FixedTag<uint8_t, 16> bytes;
    hn::StoreInterleaved3(
        hn::LoadU(bytes, planes[0]), hn::LoadU(bytes, planes[1]), hn::LoadU(bytes, planes[2]),
        bytes, bgr);
}

/// From 16 times 16 bytes to their columns.
void turn_block(const uint8_t *block, uint8_t *turned) {
    constexpr hn::FixedTag<uint8_t, 16> bytes;
    hn::Vec<decltype(bytes)> rows[16], mixed[16];
    for (int i = 0; i < 16; ++i) rows[i] = hn::LoadU(bytes, block + 16 * i);
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 8; ++i) {
            mixed[2 * i] = hn::InterleaveLower(bytes, rows[i], rows[i + 8]);
            mixed[2 * i + 1] = hn::InterleaveUpper(bytes, rows[i], rows[i + 8]);
        }
        for (int i = 0; i < 16; ++i) rows[i] = mixed[i];
    }
    for (int i = 0; i < 16; ++i) hn::StoreU(rows[i], bytes, turned + 16 * i);
}

/// From eight times eight numbers to their columns, which are `rows_at_once` numbers apart.
void turn_values(const uint16_t *values, size_t row_stride, uint16_t *columns) {
    constexpr hn::FixedTag<uint16_t, 8> numbers;
    hn::Vec<decltype(numbers)> rows[8], mixed[8];
    for (int i = 0; i < 8; ++i) rows[i] = hn::LoadU(numbers, values + i * row_stride);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 4; ++i) {
            mixed[2 * i] = hn::InterleaveLower(numbers, rows[i], rows[i + 4]);
            mixed[2 * i + 1] = hn::InterleaveUpper(numbers, rows[i], rows[i + 4]);
        }
        for (int i = 0; i < 8; ++i) rows[i] = mixed[i];
    }
    for (int i = 0; i < 8; ++i) hn::StoreU(rows[i], numbers, columns + i * rows_at_once);
}
