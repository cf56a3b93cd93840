#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace facecap {

/// What a network sees: packed rows of blue, green and red bytes. Its memory is used again.
class BgrImage {
public:
    int width = 0;
    int height = 0;

    /// Makes every pixel black.
    void resize(int new_width, int new_height) {
        width = new_width;
        height = new_height;
        bytes_.assign(bytes_per_row() * static_cast<size_t>(height), 0);
    }

    size_t bytes_per_row() const { return 3 * static_cast<size_t>(width); }
    uint8_t *pixel(int x, int y) { return bytes_.data() + y * bytes_per_row() + 3 * x; }
    const uint8_t *bytes() const { return bytes_.data(); }

private:
    std::vector<uint8_t> bytes_;
};

}  // namespace facecap
