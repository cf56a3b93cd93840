#pragma once

#include <cstdint>

namespace facecap::networks {

/// Copies as much of a line as fits, always ended by a zero.
inline void write_message(const char *text, char *message, int32_t capacity) {
    if (capacity <= 0) return;
    int32_t length = 0;
    for (; text[length] != '\0' && length < capacity - 1; ++length) message[length] = text[length];
    message[length] = '\0';
}

}  // namespace facecap::networks
