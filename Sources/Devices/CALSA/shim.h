// SPDX-License-Identifier: Apache-2.0
// ALSA, and what Swift cannot import of it: a variadic callback, and sizes that are not pointers.
#ifndef FACECAP_CALSA_SHIM_H
#define FACECAP_CALSA_SHIM_H

#include <alsa/asoundlib.h>

static inline void facecap_alsa_ignore(
    const char *_Nullable file, int line, const char *_Nullable function, int error,
    const char *_Nullable format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Keeps the library from writing to standard error: what fails is in what its functions return.
static inline void facecap_alsa_silence(void) {
    snd_lib_error_set_handler(facecap_alsa_ignore);
}

#endif
