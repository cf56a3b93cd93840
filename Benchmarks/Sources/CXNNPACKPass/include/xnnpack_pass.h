// SPDX-License-Identifier: Apache-2.0
#ifndef XNNPACK_PASS_H
#define XNNPACK_PASS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A network with the shapes of YuNet s, on XNNPACK and one thread. Its weights are not those of YuNet, which
/// costs the same, and it enlarges by interpolation, which is hardly more than the copies of YuNet.
typedef struct XNNPACKPass XNNPACKPass;

/// A pass over floats; NULL where the package `libxnnpack-dev` was absent from the build, or fails.
XNNPACKPass *_Nullable xnnpack_pass_create(int32_t width, int32_t height);

/// Runs the network once; returns 0.
int32_t xnnpack_pass_run(XNNPACKPass *_Nonnull pass);

/// Frees a pass.
void xnnpack_pass_destroy(XNNPACKPass *_Nullable pass);

#ifdef __cplusplus
}
#endif

#endif
