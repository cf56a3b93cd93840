#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

/// Memory between two pages that cannot be touched; it ends, or begins, right at one of them.
template <typename Value>
class Guarded {
public:
    Guarded(size_t count, bool at_end);
    ~Guarded();
    Guarded(const Guarded &) = delete;
    Guarded &operator=(const Guarded &) = delete;

    Value *data() { return start_; }
    const Value *data() const { return start_; }
    size_t count() const { return count_; }
    Value &operator[](size_t index) { return start_[index]; }

private:
    void *pages_;
    size_t length_;
    Value *start_;
    size_t count_;
};

using Random = std::mt19937_64;
