// SPDX-License-Identifier: Apache-2.0
#include "process_arguments.h"

#include <features.h>
#include <stddef.h>

static int count = -1;
static char **words = NULL;

#ifdef __GLIBC__
// glibc hands the parameters of `main` to every function of `.init_array`; other C libraries do not.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    count = argc;
    words = argv;
}
#endif

int facecap_argument_count(void) { return count; }

const char *facecap_argument(int index) {
    return words && index >= 0 && index < count ? words[index] : NULL;
}
