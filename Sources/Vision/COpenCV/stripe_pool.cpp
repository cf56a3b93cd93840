// SPDX-License-Identifier: Apache-2.0
#include "stripe_pool.hpp"

#include <memory>
#include <stdexcept>

#include "facecap_networks.h"
#include "parallel.hpp"

namespace facecap {

namespace {

/// OpenCV numbers threads by the stripe they are at, which is as good as any number.
thread_local int stripe_number = 0;

}  // namespace

StripePool &StripePool::shared() {
    // Never destroyed: OpenCV may still use it when the process ends.
    static StripePool *const pool = [] {
        auto *made = new StripePool;
        cv::parallel::setParallelForBackend(
            std::shared_ptr<cv::parallel::ParallelForAPI>(made, [](auto *) {}), false);
        return made;
    }();
    return *pool;
}

void StripePool::use_threads(int count) {
    char message[128] = "";
    threads_ = count;
    if (facecap_start_threads(count, message, sizeof message) != 0) {
        throw std::runtime_error(message);
    }
}

void StripePool::parallel_for(int tasks, FN_parallel_for_body_cb_t body, void *data) {
    run_parallel(tasks, threads_, [&](int stripe) {
        stripe_number = stripe % stripe_count;
        body(stripe, stripe + 1, data);
    });
}

int StripePool::getThreadNum() const { return stripe_number; }

}  // namespace facecap
