// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <stdexcept>
#include <string>

// Others are near to one of those that are left, or have vectors of any length.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel-inl.h"
#include <hwy/foreach_target.h>
#include "kernel-inl.h"

#if HWY_ONCE
namespace facecap::networks {

#if HWY_ARCH_X86
/// Whether the processor and the system have what Highway builds for its target AVX2.
static bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
#endif

const std::vector<const Kernel *> &supported_kernels() {
    static const std::vector<const Kernel *> kernels = [] {
        std::vector<const Kernel *> found;
#if HWY_ARCH_X86
        // Asked of the compiler's runtime: Highway's library measures timers when it is loaded, 5 ms.
        __builtin_cpu_init();
#endif
#if HWY_TARGETS & HWY_AVX3
        if (has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512cd"))
            found.push_back(&N_AVX3::kernel());
#endif
#if HWY_TARGETS & HWY_AVX2
        if (has_avx2()) found.push_back(&N_AVX2::kernel());
#endif
#if HWY_TARGETS & HWY_SSE4
        if (__builtin_cpu_supports("sse4.2")) found.push_back(&N_SSE4::kernel());
#endif
#if HWY_TARGETS & HWY_NEON
        found.push_back(&N_NEON::kernel());
#endif
        found.push_back(&scalar_kernel);
        return found;
    }();
    return kernels;
}

const Kernel &find_kernel(const char *name) {
    const auto &kernels = supported_kernels();
    if (name == nullptr) return *kernels.front();
    std::string names;
    for (const Kernel *kernel : kernels) {
        if (std::strcmp(kernel->name, name) == 0) return *kernel;
        names += names.empty() ? "" : ", ";
        names += kernel->name;
    }
    throw std::invalid_argument("this processor has the kernels " + names);
}

}  // namespace facecap::networks
#endif
