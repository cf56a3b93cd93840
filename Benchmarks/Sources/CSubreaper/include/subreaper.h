// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_SUBREAPER_H
#define FACECAP_SUBREAPER_H

/// Makes this process the parent of those whose parent has ended, see prctl(2), PR_SET_CHILD_SUBREAPER.
void facecap_become_subreaper(void);

#endif
