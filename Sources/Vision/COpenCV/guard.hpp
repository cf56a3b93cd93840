#pragma once

#include <cerrno>
#include <cstdint>
#include <exception>
#include <new>
#include <opencv2/core.hpp>
#include <utility>

namespace facecap {

/// Copies `text` as one line into a caller's buffer.
void write_message(const char *text, char *message, int32_t capacity) noexcept;

/// Runs `body`; an exception becomes a message, `failure` and an `errno`: ENOMEM where there was no
/// memory, otherwise 0.
template <typename Result, typename Body>
Result guarded(char *message, int32_t capacity, Result failure, Body &&body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const std::bad_alloc &error) {
        write_message(error.what(), message, capacity);
        errno = ENOMEM;
    } catch (const cv::Exception &error) {
        write_message(error.what(), message, capacity);
        errno = error.code == cv::Error::StsNoMem ? ENOMEM : 0;
    } catch (const std::exception &error) {
        write_message(error.what(), message, capacity);
        errno = 0;
    } catch (...) {
        write_message("an unknown failure", message, capacity);
        errno = 0;
    }
    return failure;
}

}  // namespace facecap
