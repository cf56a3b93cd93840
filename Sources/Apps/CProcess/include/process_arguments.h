// SPDX-License-Identifier: Apache-2.0
// The words that the program was started with, taken before `main`: the Swift runtime finds them in
// /proc alone, which may be absent, and repairs what is not UTF-8.
#ifndef FACECAP_PROCESS_ARGUMENTS_H
#define FACECAP_PROCESS_ARGUMENTS_H

#ifdef __cplusplus
extern "C" {
#endif

/// How many words there are, the program's own name among them; -1 where the C library does not
/// say.
int facecap_argument_count(void);

/// A word, byte for byte as the kernel handed it over, for as long as the process lives; NULL where
/// there is none.
const char *_Nullable facecap_argument(int index);

#ifdef __cplusplus
}
#endif

#endif
