// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "spawning.h"

#include <signal.h>
#include <spawn.h>

int facecap_tests_spawn(pid_t *process, char *const words[], char *const environment[], const char *folder,
                        const int files[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int number = 0; number < 3; number++) {
        posix_spawn_file_actions_adddup2(&actions, files[number], number);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failure = posix_spawnp(process, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/// Has signal watchers heed SIGHUP where these tests were started by `nohup`: what it does is asked for once, by the first
/// of them, whichever test that is.
__attribute__((constructor)) static void heed_hangup(void) { signal(SIGHUP, SIG_DFL); }
