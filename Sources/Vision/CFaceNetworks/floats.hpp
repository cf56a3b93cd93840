#pragma once

#include <cstddef>
#include <vector>

namespace facecap::networks {

/// Memory that kernels write to. It begins at a cache line and only grows, with zeros.
class Floats {
public:
    /// Makes room; what was there before is lost where there was none.
    void resize(size_t count);
    float *data() { return start_; }
    const float *data() const { return start_; }

private:
    std::vector<float> storage_;
    float *start_ = nullptr;
    size_t count_ = 0;
};

}  // namespace facecap::networks
