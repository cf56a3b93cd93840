// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_CLIBMD_SHIM_H
#define FACECAP_CLIBMD_SHIM_H

#include <sys/types.h>

#include <sha2.h>

#endif
