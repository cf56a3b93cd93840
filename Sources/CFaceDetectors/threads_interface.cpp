#include "facecap_detectors.h"
#include "guard.hpp"
#include "stripe_pool.hpp"

void facecap_detectors_set_threads(int32_t count) {
    facecap::guarded(nullptr, 0, 0, [&] {
        facecap::StripePool::shared().use_threads(count);
        return 0;
    });
}
