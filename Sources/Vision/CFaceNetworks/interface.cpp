// SPDX-License-Identifier: Apache-2.0
#include "facecap_networks.h"
#include "kernel.hpp"
#include "message.hpp"
#include "worker_pool.hpp"
#include "yunet_model.hpp"
#include "yunet_pass.hpp"

using namespace facecap::networks;

struct FacecapNetwork {
    YuNetModel model;
};

struct FacecapPass {
    YuNetPass pass;
};

int32_t facecap_kernel_count(void) { return static_cast<int32_t>(supported_kernels().size()); }

const char *facecap_kernel_name(int32_t index) { return supported_kernels()[index]->name; }

int32_t facecap_kernels_are_optimized(void) {
#ifdef __OPTIMIZE__
    return 1;
#else
    return 0;
#endif
}

FacecapNetwork *facecap_network_create(
    const void *model, size_t length, FacecapNetworkStatus *status, char *message,
    int32_t message_capacity) {
    return read_network(status, message, message_capacity, [&] {
        const OnnxGraph graph({static_cast<const uint8_t *>(model), length});
        return new FacecapNetwork{read_yunet(graph)};
    });
}

void facecap_network_destroy(FacecapNetwork *network) { delete network; }

FacecapPass *facecap_pass_create(
    const FacecapNetwork *network, const char *kernel, char *message, int32_t message_capacity) {
    return guarded(
        message, message_capacity, static_cast<FacecapPass *>(nullptr),
        [&] { return new FacecapPass{{network->model, find_kernel(kernel)}}; });
}

void facecap_pass_destroy(FacecapPass *pass) { delete pass; }

const char *facecap_pass_kernel(const FacecapPass *pass) { return pass->pass.kernel().name; }

int32_t facecap_pass_run(
    FacecapPass *pass, const uint8_t *bgr, ptrdiff_t bytes_per_row, int32_t width, int32_t height,
    int32_t threads, char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, -1, [&] {
        pass->pass.run({bgr, bytes_per_row, width, height}, threads);
        return 0;
    });
}

const float *facecap_pass_output(const FacecapPass *pass, int32_t level) {
    return pass->pass.output(level);
}

int32_t facecap_start_threads(int32_t threads, char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, -1, [&] {
        WorkerPool::shared().start(threads);
        return 0;
    });
}

void facecap_run_parallel(
    int32_t count, int32_t threads, void (*body)(int32_t index, void *context), void *context) {
    WorkerPool::shared().run(count, threads, body, context);
}
