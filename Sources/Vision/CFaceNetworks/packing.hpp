#pragma once

#include <cstddef>
#include <vector>

namespace facecap::networks {

/// Weights by blocks of 16 outputs, which the last block fills up with zeros; `order` gives the index of
/// weight `i` of an output within the file's order of it.
template <typename Order>
std::vector<float> packed(const std::vector<float> &values, int outputs, int inputs, Order order) {
    std::vector<float> result(static_cast<size_t>((outputs + 15) / 16) * 16 * inputs);
    for (int o = 0; o < outputs; ++o) {
        for (int i = 0; i < inputs; ++i) {
            result[(static_cast<size_t>(o / 16) * inputs + i) * 16 + o % 16] =
                values[static_cast<size_t>(o) * inputs + order(i)];
        }
    }
    return result;
}

/// The same in the file's own order.
inline std::vector<float> packed(const std::vector<float> &values, int outputs, int inputs) {
    return packed(values, outputs, inputs, [](int index) { return index; });
}

}  // namespace facecap::networks
