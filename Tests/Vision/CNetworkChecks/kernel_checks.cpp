// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "guarded_floats.hpp"
#include "kernel.hpp"
#include "network_checks.h"

using namespace facecap::networks;

namespace {

/// One kernel beside the scalar one, with numbers of one seed.
class Check {
public:
    Check(const Kernel &kernel, uint64_t seed, bool is_exact, float tolerance)
        : kernel_(kernel), random_(seed), is_exact_(is_exact), tolerance_(tolerance) {}

    void pointwise();
    void depthwise();
    void halve();
    void stem();
    void pool();
    void add_doubled();
    void to_float();

private:
    using Buffer = std::unique_ptr<Guarded<float>>;

    int upTo(int largest) { return 1 + static_cast<int>(random_() % largest); }
    /// Random numbers around zero.
    Buffer numbers(size_t count);
    /// `blocks` times `used` random numbers, with poison up to `stride` between them.
    Buffer rows(int blocks, size_t used, size_t stride);
    Buffer poison(size_t count);
    void compare(const char *what, Guarded<float> &found, Guarded<float> &expected);

    const Kernel &kernel_;
    Random random_;
    bool is_exact_;
    float tolerance_;
};

Check::Buffer Check::poison(size_t count) {
    auto buffer = std::make_unique<Guarded<float>>(count, random_() % 2 == 0);
    const uint32_t pattern = 0x7FC0DEAD;
    for (size_t i = 0; i < count; ++i) std::memcpy(buffer->data() + i, &pattern, sizeof pattern);
    return buffer;
}

Check::Buffer Check::numbers(size_t count) { return rows(1, count, count); }

Check::Buffer Check::rows(int blocks, size_t used, size_t stride) {
    auto buffer = poison((blocks - 1) * stride + used);
    std::uniform_real_distribution<float> distribution(-1, 1);
    for (int block = 0; block < blocks; ++block) {
        for (size_t i = 0; i < used; ++i) (*buffer)[block * stride + i] = distribution(random_);
    }
    return buffer;
}

void Check::compare(const char *what, Guarded<float> &found, Guarded<float> &expected) {
    for (size_t i = 0; i < found.count(); ++i) {
        const bool is_same = std::memcmp(&found[i], &expected[i], sizeof(float)) == 0;
        if (is_same) continue;
        // Poison is no number, and nothing is near to it.
        if (!is_exact_ && std::abs(found[i] - expected[i]) <= tolerance_) continue;
        char text[160];
        std::snprintf(
            text, sizeof text, "%s: value %zu of %zu is %.9g, not %.9g", what, i, found.count(),
            found[i], expected[i]);
        throw std::runtime_error(text);
    }
}

void Check::pointwise() {
    const int count = upTo(40), inputs = upTo(4), outputs = upTo(5);
    const size_t gap = random_() % 40;
    const size_t stride = static_cast<size_t>(count) * 16 + gap;
    const Buffer input = rows(inputs, static_cast<size_t>(count) * 16, stride);
    const Buffer weights = numbers(static_cast<size_t>(outputs) * inputs * 256);
    const Buffer bias = numbers(static_cast<size_t>(outputs) * 16);
    const Buffer added = rows(outputs, static_cast<size_t>(count) * 16, stride);
    const Buffer slopes = numbers(static_cast<size_t>(outputs) * 16);
    const Buffer found = poison(outputs * stride - gap);
    const Buffer expected = poison(outputs * stride - gap);
    PointwiseRow row = {input->data(), stride,          inputs, count,  weights->data(),
                        bias->data(),  found->data(), stride, outputs};
    if (random_() % 2 == 0) {
        row.added = added->data();
        row.slopes = slopes->data();
    }
    kernel_.pointwise(row);
    row.output = expected->data();
    scalar_kernel.pointwise(row);
    compare("pointwise", *found, *expected);
}

void Check::depthwise() {
    const int count = upTo(60);
    const size_t length = static_cast<size_t>(count) * 16;
    const Buffer rows[] = {numbers(length + 32), numbers(length + 32), numbers(length + 32)};
    const Buffer weights = numbers(9 * 16), bias = numbers(16);
    const Buffer found = poison(length), expected = poison(length);
    DepthwiseRow row = {{rows[0]->data(), rows[1]->data(), rows[2]->data()}, count,
                        weights->data(), bias->data(), random_() % 2 == 0, found->data()};
    kernel_.depthwise(row);
    row.output = expected->data();
    scalar_kernel.depthwise(row);
    compare("depthwise", *found, *expected);
}

void Check::halve() {
    const int count = upTo(40);
    const size_t length = (static_cast<size_t>(count) * 2 + 1) * 16;
    const Buffer rows[] = {numbers(length), numbers(length), numbers(length)};
    const Buffer weights = numbers(9 * 16), bias = numbers(16);
    const Buffer found = poison(static_cast<size_t>(count) * 16);
    const Buffer expected = poison(static_cast<size_t>(count) * 16);
    DepthwiseRow row = {{rows[0]->data(), rows[1]->data(), rows[2]->data()}, count,
                        weights->data(), bias->data(), false, found->data()};
    kernel_.halve(row);
    row.output = expected->data();
    scalar_kernel.halve(row);
    compare("halve", *found, *expected);
}

void Check::stem() {
    const int count = upTo(40);
    const size_t length = (static_cast<size_t>(count) * 2 + 1) * 3;
    const Buffer rows[] = {numbers(length), numbers(length), numbers(length)};
    const Buffer weights = numbers(27 * 16), bias = numbers(16), slopes = numbers(16);
    const Buffer found = poison(static_cast<size_t>(count) * 16);
    const Buffer expected = poison(static_cast<size_t>(count) * 16);
    StemRow row = {{rows[0]->data(), rows[1]->data(), rows[2]->data()}, count, weights->data(),
                   bias->data(), random_() % 2 == 0 ? slopes->data() : nullptr, found->data()};
    kernel_.stem(row);
    row.output = expected->data();
    scalar_kernel.stem(row);
    compare("stem", *found, *expected);
}

void Check::pool() {
    const int count = upTo(60);
    const Buffer upper = numbers(static_cast<size_t>(count) * 32);
    const Buffer lower = numbers(static_cast<size_t>(count) * 32);
    const Buffer found = poison(static_cast<size_t>(count) * 16);
    const Buffer expected = poison(static_cast<size_t>(count) * 16);
    kernel_.pool(upper->data(), lower->data(), count, found->data());
    scalar_kernel.pool(upper->data(), lower->data(), count, expected->data());
    compare("pool", *found, *expected);
}

void Check::add_doubled() {
    const int count = 2 * upTo(30);
    const Buffer fine = numbers(static_cast<size_t>(count) * 16);
    const Buffer coarse = numbers(static_cast<size_t>(count) * 8);
    const Buffer found = poison(static_cast<size_t>(count) * 16);
    const Buffer expected = poison(static_cast<size_t>(count) * 16);
    kernel_.add_doubled(fine->data(), coarse->data(), count, found->data());
    scalar_kernel.add_doubled(fine->data(), coarse->data(), count, expected->data());
    compare("add_doubled", *found, *expected);
}

void Check::to_float() {
    const int count = upTo(200);
    Guarded<uint8_t> bytes(count, random_() % 2 == 0);
    for (int i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(random_());
    const Buffer found = poison(count), expected = poison(count);
    kernel_.to_float(bytes.data(), count, found->data());
    scalar_kernel.to_float(bytes.data(), count, expected->data());
    compare("to_float", *found, *expected);
}

}  // namespace

int32_t network_checks_kernel(
    const char *name, uint64_t seed, int32_t is_exact, float tolerance, char *message,
    int32_t message_capacity) {
    try {
        Check check(find_kernel(name), seed, is_exact != 0, tolerance);
        check.pointwise();
        check.depthwise();
        check.halve();
        check.stem();
        check.pool();
        check.add_doubled();
        check.to_float();
        return 1;
    } catch (const std::exception &error) {
        std::snprintf(message, message_capacity, "%s", error.what());
        return 0;
    }
}
