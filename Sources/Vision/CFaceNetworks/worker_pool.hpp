#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "facecap_networks.h"

namespace facecap::networks {

/// The threads of the process that share the work of one caller at a time.
class WorkerPool {
public:
    using Body = void (*)(int32_t index, void *context);

    /// The pool of the process.
    static WorkerPool &shared();

    /// Starts what is missing of `threads` threads, the caller's included; throws
    /// `std::system_error` where there is no room for so many.
    void start(int threads);
    /// Runs `body` for 0 ..< `count` on up to `threads` threads, the caller's included, of those that
    /// were started.
    void run(int32_t count, int threads, Body body, void *context);

private:
    void help(int index);
    void work();

    /// Whether there is a caller whose work is shared out.
    std::atomic<bool> is_taken_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    int started_ = 0;
    int helpers_ = 0;
    bool is_open_ = false;
    std::atomic<int> inside_{0};
    std::atomic<unsigned> generation_{0};
    std::atomic<int> next_{0};
    int count_ = 0;
    Body body_ = nullptr;
    void *context_ = nullptr;
};

}  // namespace facecap::networks
