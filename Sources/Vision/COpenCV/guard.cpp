// SPDX-License-Identifier: Apache-2.0
#include "guard.hpp"

namespace facecap {

void write_message(const char *text, char *message, int32_t capacity) noexcept {
    if (message == nullptr || capacity <= 0) return;
    int32_t length = 0;
    for (; *text != '\0' && length < capacity - 1; ++text) {
        const bool is_space = *text == '\n' || *text == '\r' || *text == '\t' || *text == ' ';
        if (is_space && (length == 0 || message[length - 1] == ' ')) continue;
        message[length++] = is_space ? ' ' : *text;
    }
    if (length > 0 && message[length - 1] == ' ') --length;
    message[length] = '\0';
}

}  // namespace facecap
