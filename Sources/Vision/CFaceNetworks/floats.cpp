// SPDX-License-Identifier: Apache-2.0
#include "floats.hpp"

#include <cstdint>

namespace facecap::networks {

void Floats::resize(size_t count) {
    if (count <= count_) return;
    constexpr size_t line = 64;
    storage_.assign(count + line / sizeof(float), 0);
    const auto address = reinterpret_cast<uintptr_t>(storage_.data());
    start_ = storage_.data() + (line - address % line) % line / sizeof(float);
    count_ = count;
}

}  // namespace facecap::networks
