// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "facecap_networks.h"
#include "image_scaler.hpp"
#include "message.hpp"

using namespace facecap::networks;

struct FacecapScaler {
    ImageScaler scaler{find_kernel(nullptr)};
};

namespace {

/// ITU-R BT.601.
constexpr ColorScale full_range = {65536, 0, 91881, -22553, -46802, 116130};
constexpr ColorScale video_range = {76309, 16, 104597, -25675, -53279, 132201};

int64_t fixed(double value) { return std::llround(value * 65536); }

}  // namespace

FacecapScaler *facecap_scaler_create(void) {
    return guarded(
        nullptr, 0, static_cast<FacecapScaler *>(nullptr), [] { return new FacecapScaler; });
}

void facecap_scaler_destroy(FacecapScaler *scaler) { delete scaler; }

int32_t facecap_scaler_run(
    FacecapScaler *scaler, const FacecapSamples *image, uint8_t *output, ptrdiff_t bytes_per_row,
    int32_t width, int32_t height, char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, -1, [&] {
        scaler->scaler.run(*image, output, bytes_per_row, width, height);
        return 0;
    });
}

void facecap_warp(
    const FacecapSamples *image, const FacecapMap *map, uint8_t *output, ptrdiff_t bytes_per_row,
    int32_t side) {
    static const Kernel &kernel = find_kernel(nullptr);
    for (int row = 0; row < side; ++row) {
        kernel.warp(
            {image->bytes, image->bytes_per_row, image->width, image->height, image->channels,
             fixed(map->b * row + map->c), fixed(map->e * row + map->f), fixed(map->a),
             fixed(map->d), side, output + row * bytes_per_row});
    }
}

void facecap_write_bgr(const FacecapColorRow *row, uint8_t *bgr) {
    static const Kernel &kernel = find_kernel(nullptr);
    kernel.color(
        {row->luma, row->cb, row->cr, row->luma_step, row->chroma_step, row->count,
         row->is_full_range != 0 ? full_range : video_range, bgr});
}
