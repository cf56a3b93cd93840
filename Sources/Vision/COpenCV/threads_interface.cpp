// SPDX-License-Identifier: Apache-2.0
#include "facecap_detectors.h"
#include "guard.hpp"
#include "stripe_pool.hpp"

int32_t facecap_detectors_set_threads(int32_t count, char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap::StripePool::shared().use_threads(count);
        return 0;
    });
}
