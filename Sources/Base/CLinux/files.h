// SPDX-License-Identifier: Apache-2.0
// What Swift does not see of files: `renameat2` and `pipe2` are GNU extensions, `fstatfs` is one of Linux.
#ifndef FACECAP_CLINUX_FILES_H
#define FACECAP_CLINUX_FILES_H

// Without <fcntl.h> and <unistd.h>, whose types Swift would take for this module's.
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

long syscall(long number, ...);

/// Renames a file unless there is one with the new name: 0, or -1 and `errno`, EEXIST for that.
/// The corresponding C function is `renameat2` with `RENAME_NOREPLACE`.
static inline int facecap_rename_new(const char *_Nonnull from, const char *_Nonnull to) {
    const int current_folder = -100;   // AT_FDCWD
    const unsigned int no_replace = 1; // RENAME_NOREPLACE
    return (int)syscall(SYS_renameat2, current_folder, from, current_folder, to, no_replace);
}

/// Makes a pipe that no program inherits, its reading end first: 0, or -1 and `errno`. The corresponding C function is
/// `pipe2` with `O_CLOEXEC`.
static inline int facecap_open_pipe(int *_Nonnull ends) {
    const int close_on_exec = 02000000; // O_CLOEXEC
    return (int)syscall(SYS_pipe2, ends, close_on_exec);
}

/// Whether a file lies on another machine, on NFS or SMB. The corresponding C function is `fstatfs`.
static inline _Bool facecap_is_remote(int descriptor) {
    struct statfs system;
    if (fstatfs(descriptor, &system) != 0) return 0;
    const unsigned type = (unsigned)system.f_type;
    return type == NFS_SUPER_MAGIC || type == SMB_SUPER_MAGIC || type == CIFS_SUPER_MAGIC
        || type == SMB2_SUPER_MAGIC;
}

#endif
