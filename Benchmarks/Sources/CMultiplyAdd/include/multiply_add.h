// SPDX-License-Identifier: Apache-2.0
#ifndef MULTIPLY_ADD_H
#define MULTIPLY_ADD_H

#ifdef __cplusplus
extern "C" {
#endif

/// The multiplications with addition, in units of 10^9 a second, that one thread can do with the vectors
/// of the kernel of that name, measured for some milliseconds; 0 for a kernel without vectors.
double multiply_add_peak(const char *_Nonnull kernel);

#ifdef __cplusplus
}
#endif

#endif
