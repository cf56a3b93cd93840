// SPDX-License-Identifier: Apache-2.0
#include "stripe_pool.hpp"

#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "facecap_networks.h"

namespace facecap {

namespace {

/// OpenCV numbers threads by the stripe they are at, which is as good as any number.
thread_local int stripe_number = 0;

struct Work {
    StripePool::FN_parallel_for_body_cb_t body;
    void *data;
    /// What a stripe threw first: what leaves a helper thread would end the process.
    std::exception_ptr failure;
    std::mutex mutex;
};

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
    Work work{body, data};
    const auto run = [](int32_t stripe, void *context) {
        Work &work = *static_cast<Work *>(context);
        stripe_number = stripe % stripe_count;
        try {
            work.body(stripe, stripe + 1, work.data);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(work.mutex);
            if (!work.failure) work.failure = std::current_exception();
        }
    };
    facecap_run_parallel(tasks, threads_, run, &work);
    if (work.failure) std::rethrow_exception(work.failure);
}

int StripePool::getThreadNum() const { return stripe_number; }

}  // namespace facecap
