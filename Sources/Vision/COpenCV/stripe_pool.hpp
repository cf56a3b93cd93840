#pragma once

#include <atomic>
#include <opencv2/core/parallel/parallel_backend.hpp>

namespace facecap {

/// Lets OpenCV work on the threads of CFaceNetworks.
///
/// OpenCV cuts its work by the number of threads, and a network's last digits follow the cut: with
/// its own pool 29 of 136 input sizes gave other results on two threads than on one. Here work is
/// cut into the same stripes whatever the number of threads that run them.
class StripePool final : public cv::parallel::ParallelForAPI {
public:
    /// The pool of the process, which from the first call on is OpenCV's too.
    static StripePool &shared();

    /// Sets how many threads work, the caller's included; more than there are stripes do not help.
    ///
    /// Throws when the system has no room for so many: then those that there are do.
    void use_threads(int count);

    void parallel_for(int tasks, FN_parallel_for_body_cb_t body, void *data) override;
    int getThreadNum() const override;
    int getNumThreads() const override { return stripe_count; }
    int setNumThreads(int) override { return stripe_count; }
    const char *getName() const override { return "facecap"; }

private:
    static constexpr int stripe_count = 4;

    std::atomic<int> threads_{1};
};

}  // namespace facecap
