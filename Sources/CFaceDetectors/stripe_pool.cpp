#include "stripe_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace facecap {

namespace {

/// How often threads look at each other's progress before they sleep; layers follow at once.
constexpr int patience = 4000;
thread_local int thread_number = 0;

/// Tells the processor that this is a waiting loop.
void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

StripePool &StripePool::shared() {
    // Never destroyed: its threads may still wait when the process ends.
    static StripePool *const pool = [] {
        auto *made = new StripePool;
        cv::parallel::setParallelForBackend(
            std::shared_ptr<cv::parallel::ParallelForAPI>(made, [](auto *) {}), false);
        return made;
    }();
    return *pool;
}

void StripePool::use_threads(int count) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const int helpers = std::clamp(count, 1, stripe_count) - 1;
    for (; started_ < helpers; ++started_) {
        try {
            std::thread([this, index = started_] { help(index); }).detach();
        } catch (...) {
            helpers_ = started_;
            throw;
        }
    }
    helpers_ = helpers;
}

void StripePool::parallel_for(int tasks, FN_parallel_for_body_cb_t body, void *data) {
    const std::unique_lock<std::mutex> turn(turn_, std::try_to_lock);
    if (!turn.owns_lock()) {
        body(0, tasks, data);
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        tasks_ = tasks;
        body_ = body;
        data_ = data;
        next_ = 0;
        is_open_ = helpers_ > 0;
        if (is_open_) ++generation_;
    }
    if (is_open_) wake_.notify_all();
    run_stripes();
    // Who comes late finds the work closed; only those at work are waited for.
    std::unique_lock<std::mutex> lock(mutex_);
    is_open_ = false;
    lock.unlock();
    for (int i = 0; i < patience && inside_ > 0; ++i) pause();
    lock.lock();
    done_.wait(lock, [this] { return inside_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

int StripePool::getThreadNum() const { return thread_number; }

void StripePool::run_stripes() {
    // What leaves a thread ends the process: the caller throws it once nobody is at work any more.
    try {
        for (int stripe = next_++; stripe < tasks_; stripe = next_++) {
            body_(stripe, stripe + 1, data_);
        }
    } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
}

void StripePool::help(int index) {
    thread_number = index + 1;
    pthread_setname_np(pthread_self(), "fc.detect");
    unsigned seen = 0;
    while (true) {
        for (int i = 0; i < patience && generation_.load() == seen; ++i) pause();
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return generation_.load() != seen; });
        seen = generation_;
        if (!is_open_ || index >= helpers_) continue;
        ++inside_;
        lock.unlock();
        run_stripes();
        lock.lock();
        if (--inside_ == 0) done_.notify_one();
    }
}

}  // namespace facecap
