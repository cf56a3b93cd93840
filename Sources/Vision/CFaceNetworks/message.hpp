#pragma once

#include <cstdint>
#include <exception>
#include <utility>

#include "facecap_networks.h"
#include "requirements.hpp"

namespace facecap::networks {

/// Copies as much of a line as fits, always ended by a zero.
inline void write_message(const char *text, char *message, int32_t capacity) {
    if (capacity <= 0) return;
    int32_t length = 0;
    for (; text[length] != '\0' && length < capacity - 1; ++length) message[length] = text[length];
    message[length] = '\0';
}

/// Runs `body`; an exception becomes a message and `failure`.
template <typename Result, typename Body>
Result guarded(char *message, int32_t capacity, Result failure, Body &&body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const std::exception &error) {
        write_message(error.what(), message, capacity);
        return failure;
    }
}

/// The network that `read` makes; null where it makes none, of which `status` says why.
template <typename Read>
auto read_network(
    FacecapNetworkStatus *status, char *message, int32_t capacity, Read &&read) noexcept {
    *status = FACECAP_NETWORK_UNKNOWN;
    return guarded(message, capacity, decltype(read())(nullptr), [&] {
        try {
            const auto network = read();
            *status = FACECAP_NETWORK_READ;
            return network;
        } catch (const DamagedWeights &) {
            *status = FACECAP_NETWORK_DAMAGED;
            throw;
        }
    });
}

}  // namespace facecap::networks
