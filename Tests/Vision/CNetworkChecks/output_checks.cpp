// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "network_checks.h"

float network_checks_difference(const float *found, const void *expected, int64_t count) {
    float largest = 0;
    for (int64_t i = 0; i < count; ++i) {
        float value;
        std::memcpy(&value, static_cast<const char *>(expected) + i * sizeof value, sizeof value);
        const bool is_logit = i % 16 < 2;
        const float difference =
            std::abs((is_logit ? 1 / (1 + std::exp(-found[i])) : found[i]) - value);
        if (std::isnan(difference)) return std::numeric_limits<float>::infinity();
        largest = std::max(largest, difference);
    }
    return largest;
}
