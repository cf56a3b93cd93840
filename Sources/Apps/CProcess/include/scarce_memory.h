// SPDX-License-Identifier: Apache-2.0
// What becomes of the program where an allocation fails that its runtime does not survive.
#ifndef FACECAP_SCARCE_MEMORY_H
#define FACECAP_SCARCE_MEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/// From now on the process ends with `exit_code`, and writes `message` to standard error, where Swift or
/// C++ would end it because memory was refused, and where a thread crashes while hardly any is left:
/// libraries use what they did not get. A crash with memory left stays one.
///
/// - Parameters:
///   - message: a whole line; it stays the caller's and must live as long as the process.
void facecap_end_where_memory_is_refused(const char *_Nonnull message, int exit_code);

#ifdef __cplusplus
}
#endif

#endif
