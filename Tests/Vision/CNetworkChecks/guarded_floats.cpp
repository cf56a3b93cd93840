// SPDX-License-Identifier: Apache-2.0
#include "guarded_floats.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

template <typename Value>
Guarded<Value>::Guarded(size_t count, bool at_end) : count_(count) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t inner = (count * sizeof(Value) + page - 1) / page * page;
    length_ = inner + 2 * page;
    pages_ = mmap(nullptr, length_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages_ == MAP_FAILED) throw std::bad_alloc();
    char *const first = static_cast<char *>(pages_) + page;
    if (inner > 0 && mprotect(first, inner, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    char *const start = at_end ? first + inner - count * sizeof(Value) : first;
    start_ = reinterpret_cast<Value *>(start);
}

template <typename Value>
Guarded<Value>::~Guarded() {
    munmap(pages_, length_);
}

template class Guarded<float>;
template class Guarded<uint8_t>;
