#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <vector>

#include "facecap_networks.h"

namespace facecap {

/// Runs `body` for 0 ..< `count` on up to `threads` threads of CFaceNetworks, the caller's included.
///
/// What is thrown first is thrown here once all is done: what leaves a helper thread would end the process.
template <typename Body>
void run_parallel(int count, int threads, const Body &body) {
    struct Work {
        const Body &body;
        std::exception_ptr failure;
        std::mutex mutex;
    };
    Work work{body};
    const auto run = [](int32_t index, void *context) {
        Work &work = *static_cast<Work *>(context);
        try {
            work.body(index);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(work.mutex);
            if (!work.failure) work.failure = std::current_exception();
        }
    };
    facecap_run_parallel(count, threads, run, &work);
    if (work.failure) std::rethrow_exception(work.failure);
}

/// Has threads share `count` crops, each with one of the first `threads` looks: it takes the next crops, up to
/// `at_once` of them, and `body` gets the look and its number, the first crop and how many there are.
template <typename Look, typename Body>
void share_crops(
    std::vector<Look> &looks, int threads, int count, int at_once, const Body &body) {
    std::atomic<int> next{0};
    run_parallel(threads, threads, [&](int index) {
        for (int first = next.fetch_add(at_once); first < count; first = next.fetch_add(at_once)) {
            body(looks[index], index, first, std::min(at_once, count - first));
        }
    });
}

}  // namespace facecap
