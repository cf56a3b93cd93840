// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_MISBEHAVIOR_H
#define FACECAP_MISBEHAVIOR_H

#include <sys/types.h>

/// Makes a system call that decoding does not take, by its name; what it returns, or 0 for an unknown name.
/// `file` is the one that it makes or removes.
long misbehaving_call(const char *_Nonnull name, pid_t victim, const char *_Nonnull file);

#endif
