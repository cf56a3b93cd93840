// SPDX-License-Identifier: Apache-2.0
// Included once for each kind of vector unit, by Highway's foreach_target.h.
#if defined(MULTIPLY_ADD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MULTIPLY_ADD_INL_H
#undef MULTIPLY_ADD_INL_H
#else
#define MULTIPLY_ADD_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace benchmarks {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// `count` times 12 chains, enough for every unit to be busy; returns the multiplications done.
double multiply(int count, float *result) {
    const hn::ScalableTag<float> tag;
    const auto factor = hn::Set(tag, result[0]);
    const auto addend = hn::Set(tag, result[1]);
    auto a = factor, b = factor, c = factor, d = factor, e = factor, f = factor;
    auto g = factor, h = factor, i = factor, j = factor, k = factor, l = factor;
    for (int n = 0; n < count; ++n) {
        a = hn::MulAdd(a, factor, addend);
        b = hn::MulAdd(b, factor, addend);
        c = hn::MulAdd(c, factor, addend);
        d = hn::MulAdd(d, factor, addend);
        e = hn::MulAdd(e, factor, addend);
        f = hn::MulAdd(f, factor, addend);
        g = hn::MulAdd(g, factor, addend);
        h = hn::MulAdd(h, factor, addend);
        i = hn::MulAdd(i, factor, addend);
        j = hn::MulAdd(j, factor, addend);
        k = hn::MulAdd(k, factor, addend);
        l = hn::MulAdd(l, factor, addend);
    }
    const auto sum = hn::Add(
        hn::Add(hn::Add(a, b), hn::Add(c, d)),
        hn::Add(hn::Add(hn::Add(e, f), hn::Add(g, h)), hn::Add(hn::Add(i, j), hn::Add(k, l))));
    result[0] = hn::GetLane(sum);
    return 12.0 * count * static_cast<double>(hn::Lanes(tag));
}

}  // namespace HWY_NAMESPACE
}  // namespace benchmarks
HWY_AFTER_NAMESPACE();

#endif
