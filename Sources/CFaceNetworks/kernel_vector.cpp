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

const std::vector<const Kernel *> &supported_kernels() {
    static const std::vector<const Kernel *> kernels = [] {
        std::vector<const Kernel *> found;
        // Highway asks for AES beside NEON, which nothing here needs.
        const auto targets = hwy::SupportedTargets() | HWY_STATIC_TARGET;
        const auto add = [&](auto target, const Kernel &(*kernel)()) {
            if ((targets & target) != 0) found.push_back(&kernel());
        };
#if HWY_TARGETS & HWY_AVX3
        add(HWY_AVX3, N_AVX3::kernel);
#endif
#if HWY_TARGETS & HWY_AVX2
        add(HWY_AVX2, N_AVX2::kernel);
#endif
#if HWY_TARGETS & HWY_SSE4
        add(HWY_SSE4, N_SSE4::kernel);
#endif
#if HWY_TARGETS & HWY_NEON
        add(HWY_NEON, N_NEON::kernel);
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
