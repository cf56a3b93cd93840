// SPDX-License-Identifier: Apache-2.0
#include "subreaper.h"

#include <sys/prctl.h>

void facecap_become_subreaper(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}
