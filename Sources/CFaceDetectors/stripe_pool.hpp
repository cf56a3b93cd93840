#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <opencv2/core/parallel/parallel_backend.hpp>

namespace facecap {

/// The threads OpenCV works on.
///
/// OpenCV cuts its work by the number of threads, and a network's last digits follow the cut: with
/// its own pool 29 of 136 input sizes gave other results on two threads than on one. Here work is
/// cut into the same stripes whatever the number of threads that run them.
class StripePool final : public cv::parallel::ParallelForAPI {
public:
    /// The pool of the process, which from the first call on is OpenCV's too.
    static StripePool &shared();

    /// Sets how many threads work, the caller's included; more than there are stripes do not help.
    void use_threads(int count);

    void parallel_for(int tasks, FN_parallel_for_body_cb_t body, void *data) override;
    int getThreadNum() const override;
    int getNumThreads() const override { return stripe_count; }
    int setNumThreads(int) override { return stripe_count; }
    const char *getName() const override { return "facecap"; }

private:
    static constexpr int stripe_count = 4;

    void help(int index);
    void run_stripes();

    /// Held by the one caller whose work is shared out.
    std::mutex turn_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    int started_ = 0;
    int helpers_ = 0;
    bool is_open_ = false;
    std::atomic<int> inside_{0};
    /// What a stripe threw first, until the caller throws it.
    std::exception_ptr failure_;
    std::atomic<unsigned> generation_{0};
    std::atomic<int> next_{0};
    int tasks_ = 0;
    FN_parallel_for_body_cb_t body_ = nullptr;
    void *data_ = nullptr;
};

}  // namespace facecap
