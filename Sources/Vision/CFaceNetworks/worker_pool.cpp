// SPDX-License-Identifier: Apache-2.0
#include "worker_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <thread>

namespace facecap::networks {

namespace {

/// How often threads look at each other's progress before they sleep; layers follow at once.
constexpr int most_looks = 2000;

/// Tells the processor that this is a waiting loop.
void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

WorkerPool &WorkerPool::shared() {
    // Never destroyed: its threads may still wait when the process ends.
    static WorkerPool *const pool = new WorkerPool;
    return *pool;
}

void WorkerPool::start(int threads) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (; started_ < std::min<int>(threads, FACECAP_MOST_THREADS) - 1; ++started_) {
        std::thread([this, index = started_] { help(index); }).detach();
    }
}

void WorkerPool::run(int32_t count, int threads, Body body, void *context) {
    if (count < 2 || threads < 2 || is_taken_.exchange(true)) {
        for (int32_t i = 0; i < count; ++i) body(i, context);
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        helpers_ = std::min({threads - 1, started_, static_cast<int>(count) - 1});
        count_ = count;
        body_ = body;
        context_ = context;
        next_ = 0;
        is_open_ = true;
        ++generation_;
    }
    wake_.notify_all();
    work();
    // Who comes late finds the work closed; only those at work are waited for.
    std::unique_lock<std::mutex> lock(mutex_);
    is_open_ = false;
    lock.unlock();
    for (int i = 0; i < most_looks && inside_ > 0; ++i) pause();
    lock.lock();
    done_.wait(lock, [this] { return inside_ == 0; });
    is_taken_ = false;
}

void WorkerPool::work() {
    for (int i = next_++; i < count_; i = next_++) body_(i, context_);
}

void WorkerPool::help(int index) {
    pthread_setname_np(pthread_self(), "fc.detect");
    unsigned seen = 0;
    while (true) {
        for (int i = 0; i < most_looks && generation_.load() == seen; ++i) pause();
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return generation_.load() != seen; });
        seen = generation_;
        if (!is_open_ || index >= helpers_) continue;
        ++inside_;
        lock.unlock();
        work();
        lock.lock();
        if (--inside_ == 0) done_.notify_one();
    }
}

}  // namespace facecap::networks
