// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

// Starts a program, looked for in PATH where its name is no path, in a folder, or in that of this process for a null
// pointer. It leads a group of processes, has `files` as its standard input, output and error, no other file of this
// process, and all signals as a shell's programs have them. 0, or the number of an error.
int facecap_tests_spawn(pid_t *process, char *const words[], char *const environment[], const char *folder,
                        const int files[3]);
