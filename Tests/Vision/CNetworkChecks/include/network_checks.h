// SPDX-License-Identifier: Apache-2.0
#ifndef NETWORK_CHECKS_H
#define NETWORK_CHECKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Compares all functions of a kernel with those of the scalar one, on rows of random shapes.
///
/// Rows begin or end at memory that cannot be touched, and what lies between them is poisoned.
/// Returns 1 when they agree: to the bit where `is_exact` is not 0, else within `tolerance`. Writes
/// what does not into `message` and returns 0.
int32_t network_checks_kernel(
    const char *_Nonnull name, uint64_t seed, int32_t is_exact, float tolerance,
    char *_Nonnull message, int32_t message_capacity);

/// Compares what a kernel makes of images of random shapes with what the definitions of scaling, sampling and
/// colors say; returns 1 when they agree within rounding, as above.
int32_t network_checks_images(
    const char *_Nonnull name, uint64_t seed, char *_Nonnull message, int32_t message_capacity);

/// A number that is the same for kernels that make the same bytes of images.
uint64_t network_checks_digest_of_images(const char *_Nonnull name, uint64_t seed);

/// The largest difference between `count` values that a pass puts out and those that OpenCV does, where class and
/// object, the first two of 16, are probabilities; infinity where one is no number.
///
/// `expected` holds floats of the machine's byte order at any address.
float network_checks_difference(
    const float *_Nonnull found, const void *_Nonnull expected, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
