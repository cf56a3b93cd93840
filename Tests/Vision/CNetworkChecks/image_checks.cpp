// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "guarded_floats.hpp"
#include "image_scaler.hpp"
#include "kernel.hpp"
#include "network_checks.h"

using namespace facecap::networks;

namespace {

/// One kernel's rows of images beside what the definitions say, with numbers of one seed.
class ImageCheck {
public:
    ImageCheck(const Kernel &kernel, uint64_t seed) : kernel_(kernel), random_(seed) {}

    void scaler();
    void warp();
    void color();

private:
    using Bytes = Guarded<uint8_t>;

    int upTo(int largest) { return 1 + static_cast<int>(random_() % largest); }
    void fill(Bytes &bytes) {
        for (size_t i = 0; i < bytes.count(); ++i) bytes[i] = static_cast<uint8_t>(random_());
    }
    static void expect(const char *what, int index, double found, double expected, double most) {
        if (std::abs(found - expected) <= most) return;
        throw std::runtime_error(
            std::string(what) + ": byte " + std::to_string(index) + " is " + std::to_string(found) +
            ", not " + std::to_string(expected));
    }

    const Kernel &kernel_;
    Random random_;
};

/// How much of the old pixel lies in the new one; the nearness of their middles where there are more new
/// ones.
double share(int pixel, int extent, int index, int count) {
    const double ratio = static_cast<double>(extent) / count;
    if (count <= extent) {
        const double begin = std::max<double>(pixel, index * ratio);
        const double end = std::min<double>(pixel + 1, (index + 1) * ratio);
        return std::max(0.0, end - begin) / ratio;
    }
    const double place = std::clamp((index + 0.5) * ratio - 0.5, 0.0, extent - 1.0);
    return std::max(0.0, 1 - std::abs(place - pixel));
}

void ImageCheck::scaler() {
    // Sometimes wider than what is summed at once, or made of more rows than have a loop of their own.
    const int channels = upTo(4), width = random_() % 8 == 0 ? 60 + upTo(100) : upTo(40);
    const int height = upTo(40);
    const int new_width = upTo(50), new_height = upTo(50);
    const int gap = static_cast<int>(random_() % 5), new_gap = static_cast<int>(random_() % 5);
    const ptrdiff_t stride = static_cast<ptrdiff_t>(width) * channels + gap;
    const ptrdiff_t new_stride = static_cast<ptrdiff_t>(new_width) * channels + new_gap;
    Bytes image(height * stride - gap, random_() % 2 == 0);
    Bytes output(new_height * new_stride - new_gap, random_() % 2 == 0);
    fill(image);
    ImageScaler(kernel_).run(
        {image.data(), stride, width, height, channels}, output.data(), new_stride, new_width,
        new_height);
    for (int row = 0; row < new_height; ++row) {
        for (int column = 0; column < new_width; ++column) {
            double sums[4] = {};
            for (int y = 0; y < height; ++y) {
                const double down = share(y, height, row, new_height);
                for (int x = 0; down > 0 && x < width; ++x) {
                    const double part = down * share(x, width, column, new_width);
                    for (int c = 0; c < channels; ++c) {
                        sums[c] += part * image[y * stride + x * channels + c];
                    }
                }
            }
            for (int c = 0; c < channels; ++c) {
                const int index = static_cast<int>(row * new_stride + column * channels + c);
                expect("scaler", index, output[index], sums[c], 0.6);
            }
        }
    }
}

void ImageCheck::warp() {
    const int channels = upTo(4), width = upTo(30), height = upTo(30), count = upTo(40);
    const ptrdiff_t stride = static_cast<ptrdiff_t>(width) * channels + random_() % 5;
    Bytes image((height - 1) * stride + width * channels, random_() % 2 == 0);
    Bytes output(static_cast<size_t>(count) * channels, random_() % 2 == 0);
    fill(image);
    const auto place = [&](int extent) {
        return static_cast<int64_t>(random_() % (3 * extent * 65536)) - extent * 65536;
    };
    WarpedRow row = {image.data(), stride,        width,         height,
                     channels,     place(width),  place(height), place(4),
                     place(4),     count,         output.data()};
    // From one place inside to another.
    if (random_() % 2 == 0 && width > 1 && height > 1) {
        const auto inside = [&](int extent) {
            return static_cast<int64_t>(random_() % ((extent - 1) * 65536));
        };
        const int steps = std::max(count - 1, 1);
        row.x = inside(width);
        row.y = inside(height);
        row.x_step = (inside(width) - row.x) / steps;
        row.y_step = (inside(height) - row.y) / steps;
    }
    kernel_.warp(row);
    for (int column = 0; column < count; ++column) {
        // The fractions count in 256ths.
        const double x = std::floor((row.x + column * row.x_step) / 256.0) / 256;
        const double y = std::floor((row.y + column * row.y_step) / 256.0) / 256;
        for (int c = 0; c < channels; ++c) {
            double sum = 0;
            for (int corner = 0; corner < 4; ++corner) {
                const double left = std::floor(x) + corner % 2, top = std::floor(y) + corner / 2;
                const double part = (1 - std::abs(x - left)) * (1 - std::abs(y - top));
                const int inside_x = static_cast<int>(std::clamp<double>(left, 0, width - 1));
                const int inside_y = static_cast<int>(std::clamp<double>(top, 0, height - 1));
                sum += part * image[inside_y * stride + inside_x * channels + c];
            }
            const int index = column * channels + c;
            expect("warp", index, output[index], sum, 0.501);
        }
    }
}

void ImageCheck::color() {
    constexpr int steps[][2] = {{1, 1}, {1, 2}, {2, 4}};
    const auto &step = steps[random_() % 3];
    const int count = upTo(100);
    Bytes luma(static_cast<size_t>(count - 1) * step[0] + 1, random_() % 2 == 0);
    Bytes cb(static_cast<size_t>(count - 1) * step[1] + 1, random_() % 2 == 0);
    Bytes cr(static_cast<size_t>(count - 1) * step[1] + 1, random_() % 2 == 0);
    Bytes bgr(static_cast<size_t>(count) * 3, random_() % 2 == 0);
    for (Bytes *bytes : {&luma, &cb, &cr}) fill(*bytes);
    const bool is_full = random_() % 2 == 0;
    const FacecapColorRow row = {luma.data(), cb.data(), cr.data(), step[0],
                                 step[1],     count,     is_full};
    kernel_.color(
        {row.luma, row.cb, row.cr, step[0], step[1], count,
         is_full ? ColorScale{65536, 0, 91881, -22553, -46802, 116130}
                 : ColorScale{76309, 16, 104597, -25675, -53279, 132201},
         bgr.data()});
    for (int x = 0; x < count; ++x) {
        const double scale = is_full ? 1 : 255.0 / 219, wide = is_full ? 1 : 255.0 / 224;
        const double y = scale * (luma[x * step[0]] - (is_full ? 0 : 16));
        const double b = wide * (cb[x * step[1]] - 128), r = wide * (cr[x * step[1]] - 128);
        const double expected[] = {y + 1.772 * b, y - 0.344136 * b - 0.714136 * r, y + 1.402 * r};
        for (int c = 0; c < 3; ++c) {
            expect("color", 3 * x + c, bgr[3 * x + c], std::clamp(expected[c], 0.0, 255.0), 0.51);
        }
    }
}

}  // namespace

int32_t network_checks_images(
    const char *name, uint64_t seed, char *message, int32_t message_capacity) {
    try {
        ImageCheck check(find_kernel(name), seed);
        check.scaler();
        check.warp();
        check.color();
        return 1;
    } catch (const std::exception &error) {
        std::snprintf(message, message_capacity, "%s", error.what());
        return 0;
    }
}

uint64_t network_checks_digest_of_images(const char *name, uint64_t seed) {
    const Kernel &kernel = find_kernel(name);
    Random random(seed);
    std::vector<uint8_t> image(4 * 97 * 61), output(3 * 53 * 37), line(4 * 64);
    for (uint8_t &byte : image) byte = static_cast<uint8_t>(random());
    ImageScaler(kernel).run({image.data(), 3 * 97, 97, 61, 3}, output.data(), 3 * 53, 53, 37);
    for (int channels = 1; channels <= 4; ++channels) {
        kernel.warp(
            {image.data(), channels * 97, 97, 61, channels, 40000, 70000, 91000, 33333, 64,
             line.data()});
        output.insert(output.end(), line.begin(), line.end());
    }
    uint64_t digest = 14695981039346656037U;
    for (const uint8_t byte : output) digest = (digest ^ byte) * 1099511628211U;
    return digest;
}
