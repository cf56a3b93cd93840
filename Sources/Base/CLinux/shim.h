// SPDX-License-Identifier: Apache-2.0
// What Swift cannot import of glibc's headers: variadic functions and GNU extensions.
#ifndef FACECAP_CLINUX_SHIM_H
#define FACECAP_CLINUX_SHIM_H

#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "controls.h"
#include "files.h"
#include "terminal.h"
#include "video.h"

/// Names the calling thread; at most 15 bytes are kept. The corresponding C function is `prctl`.
static inline void facecap_set_thread_name(const char *_Nonnull name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// A descriptor that is readable once a child process has ended; -1 and `errno` where there is none, such as ENOSYS
/// before Linux 5.3. The corresponding C function is `pidfd_open`.
static inline int facecap_open_process(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/// Sends what libraries write with `printf` to standard error from now on; what is written to descriptor 1
/// stays there. See the GNU C Library manual, "Standard Streams": `stdout` is a variable.
static inline void facecap_send_stdio_to_standard_error(void) {
    stdout = stderr;
}

#endif
