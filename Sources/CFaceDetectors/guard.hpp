#pragma once

#include <cstdint>
#include <exception>
#include <utility>

namespace facecap {

/// Copies `text` as one line into a caller's buffer.
void write_message(const char *text, char *message, int32_t capacity) noexcept;

/// Runs `body`; an exception becomes a message and `failure`.
template <typename Result, typename Body>
Result guarded(char *message, int32_t capacity, Result failure, Body &&body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const std::exception &error) {
        write_message(error.what(), message, capacity);
    } catch (...) {
        write_message("an unknown failure", message, capacity);
    }
    return failure;
}

}  // namespace facecap
