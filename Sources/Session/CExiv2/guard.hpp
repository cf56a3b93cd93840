#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

namespace facecap {

/// Copies `text` as one line into a caller's buffer.
inline void write_line(const char *text, char *message, int32_t capacity) noexcept {
    if (message == nullptr || capacity <= 0) return;
    const auto length = std::min(std::strlen(text), static_cast<size_t>(capacity - 1));
    std::transform(text, text + length, message, [](char character) {
        return static_cast<unsigned char>(character) < ' ' ? ' ' : character;
    });
    message[length] = '\0';
}

/// Runs `body`; an exception becomes a message, `failure` and an `errno`: ENOMEM where there was no
/// memory, otherwise 0.
template <typename Result, typename Body>
Result shielded(char *message, int32_t capacity, Result failure, Body &&body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const std::bad_alloc &error) {
        write_line(error.what(), message, capacity);
        errno = ENOMEM;
    } catch (const std::exception &error) {
        write_line(error.what(), message, capacity);
        errno = 0;
    } catch (...) {
        write_line("an unknown failure", message, capacity);
        errno = 0;
    }
    return failure;
}

}  // namespace facecap
