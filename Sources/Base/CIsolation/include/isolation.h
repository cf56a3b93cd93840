// SPDX-License-Identifier: Apache-2.0
// What Swift cannot call of a process that gives up its rights: fork, Landlock, seccomp, descriptors that are sent
// over a socket. See landlock(7), seccomp(2), unix(7), memfd_create(2).
#ifndef FACECAP_ISOLATION_H
#define FACECAP_ISOLATION_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What the system keeps a process from.
enum {
    /// Nothing but what its limits say.
    FACECAP_ISOLATION_NONE = 0,
    /// System calls beside those that decoding takes end it.
    FACECAP_ISOLATION_SECCOMP = 1,
    /// It reaches no file either, even where a call for one were possible.
    FACECAP_ISOLATION_FULL = 2,
};

/// The descriptor by which a process that was started by `facecap_isolation_spawn` is told what to do.
static const int FACECAP_ISOLATION_CONTROL = 3;

/// What a process may still do.
struct facecap_isolation_rules {
    /// Files and folders that may be read; NULL at the end.
    const char *_Nullable const *_Nullable readable;
    /// Whether it may talk to the internet.
    int32_t allows_network;
    /// The most bytes of memory; 0 for no limit.
    uint64_t memory_limit;
};

/// What `facecap_isolation_enter` would reach on this system.
int32_t facecap_isolation_support(void);

/// Gives up rights for good: of the calling process, which has one thread. Returns what was reached.
int32_t facecap_isolation_enter(const struct facecap_isolation_rules *_Nonnull rules);

/// From now on no program that is started has more rights than this one; 0, or -1 and `errno`.
int facecap_give_up_privileges(void);

/// From now on no thread opens a socket but those within this machine; 0, or -1 and `errno`.
int facecap_give_up_network(void);

/// From now on nobody reads the memory of the process, and no core file is left of it.
void facecap_keep_memory_private(void);

/// Starts a program with the name `name` as its only argument, `control` as its descriptor
/// FACECAP_ISOLATION_CONTROL and as its standard error, and no other open file, in a session of its own. Of the environment it
/// has what libraries are found and spoken with, and `variable`, such as `NAME=1`. Returns its number, or a
/// negative `errno`.
pid_t facecap_isolation_spawn(const char *_Nonnull program, const char *_Nonnull name,
                              const char *_Nonnull variable, int control);

/// Names the only thread of the process; at most 15 bytes are kept.
void facecap_isolation_name(const char *_Nonnull name);

/// fork(2): 0 in the child, whose only thread this one is, and which the system ends with its parent.
pid_t facecap_isolation_fork(void);

/// Closes all descriptors from `first` on; 0, 1 and 2 lead nowhere afterwards.
void facecap_isolation_close_files(int first);

/// Memory with a descriptor, which is zero and never changes its size; -1 and `errno` on failure.
int facecap_memory_create(size_t byte_count);

/// Sends bytes, and descriptors with the first of them; -1 and `errno` on failure. No signal is raised.
ssize_t facecap_socket_send(int socket, const void *_Nonnull bytes, size_t count,
                            const int *_Nullable descriptors, int descriptor_count);

/// The most descriptors that are received at once.
enum { FACECAP_DESCRIPTOR_LIMIT = 8 };

/// Receives bytes, and what descriptors come with them: closed when a program is started. -1 and `errno` on
/// failure, 0 at the end. Without `waits`, `errno` is EAGAIN where nothing is there.
ssize_t facecap_socket_receive(int socket, void *_Nonnull bytes, size_t capacity, int waits,
                               int *_Nonnull descriptors, int *_Nonnull descriptor_count);

#endif
