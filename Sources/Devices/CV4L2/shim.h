// SPDX-License-Identifier: Apache-2.0
// libv4l2: drivers with several memory planes look as if they had one, through its plugins. It is
// never asked to convert images.
#ifndef FACECAP_CV4L_SHIM_H
#define FACECAP_CV4L_SHIM_H

#include <libv4l2.h>
#include <stdio.h>

/// Takes an open device over, without conversion; it is closed with `v4l2_close`. Returns its
/// descriptor, or -1 and `errno`.
///
/// From then on the library's own remarks, which it writes to standard error, go nowhere: what fails is told
/// by `errno`.
static inline int facecap_v4l2_take(int descriptor) {
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
    return v4l2_fd_open(descriptor, V4L2_DISABLE_CONVERSION);
}

/// `ioctl` with one pointer argument, of a device that was taken over: -1 and `errno` on failure.
static inline int facecap_v4l2_ioctl(
    int descriptor, unsigned long request, void *_Nonnull argument) {
    return v4l2_ioctl(descriptor, request, argument);
}

#endif
