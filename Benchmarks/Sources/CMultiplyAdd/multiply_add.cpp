// SPDX-License-Identifier: Apache-2.0
#include "multiply_add.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multiply_add-inl.h"
#include <hwy/foreach_target.h>
#include "multiply_add-inl.h"

#if HWY_ONCE
double multiply_add_peak(const char *kernel) {
    double (*multiply)(int, float *) = nullptr;
    const auto is = [kernel](const char *name) { return std::strcmp(kernel, name) == 0; };
#if HWY_TARGETS & HWY_AVX3
    if (is("avx512")) multiply = benchmarks::N_AVX3::multiply;
#endif
#if HWY_TARGETS & HWY_AVX2
    if (is("avx2")) multiply = benchmarks::N_AVX2::multiply;
#endif
#if HWY_TARGETS & HWY_SSE4
    if (is("sse4")) multiply = benchmarks::N_SSE4::multiply;
#endif
#if HWY_TARGETS & HWY_NEON
    if (is("neon")) multiply = benchmarks::N_NEON::multiply;
#endif
    if (multiply == nullptr) return 0;
    double best = 0;
    for (int i = 0; i < 40; ++i) {
        volatile float sink[2] = {0.5F, 0.25F};
        float values[2] = {sink[0], sink[1]};
        const auto start = std::chrono::steady_clock::now();
        const double done = multiply(100000, values);
        const std::chrono::duration<double, std::nano> time =
            std::chrono::steady_clock::now() - start;
        sink[0] = values[0];
        best = std::max(best, done / time.count());
    }
    return best;
}
#endif
