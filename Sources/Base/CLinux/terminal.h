// SPDX-License-Identifier: Apache-2.0
// What Swift cannot import of terminals: `ioctl` is variadic.
#ifndef FACECAP_CLINUX_TERMINAL_H
#define FACECAP_CLINUX_TERMINAL_H

#include <sys/ioctl.h>

/// Asks a terminal for its extent in cells and, where it tells, in pixels; 0, or -1 and `errno`.
static inline int facecap_terminal_size(int descriptor, struct winsize *_Nonnull size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

#endif
