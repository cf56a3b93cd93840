#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>
#include <vector>

#include "facecap_networks.h"

namespace facecap {

/// Has threads share `count` crops, each with one of the first `threads` looks: it takes the next crops, up to
/// `at_once` of them, and `body` gets the look and its number, the first crop and how many there are.
///
/// No exception may leave a thread: each look keeps its own as `failure`, of which one is thrown here.
template <typename Look, typename Body>
void share_crops(
    std::vector<Look> &looks, int threads, int count, int at_once, const Body &body) {
    struct Work {
        std::vector<Look> &looks;
        int count;
        int at_once;
        const Body &body;
        std::atomic<int> next{0};
    };
    Work work{looks, count, at_once, body};
    const auto run = [](int32_t index, void *context) {
        Work &work = *static_cast<Work *>(context);
        Look &look = work.looks[index];
        try {
            while (true) {
                const int first = work.next.fetch_add(work.at_once);
                if (first >= work.count) return;
                work.body(look, index, first, std::min(work.at_once, work.count - first));
            }
        } catch (...) {
            look.failure = std::current_exception();
        }
    };
    facecap_run_parallel(threads, threads, run, &work);
    for (Look &look : looks) {
        if (look.failure) std::rethrow_exception(std::exchange(look.failure, nullptr));
    }
}

}  // namespace facecap
