// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "misbehavior.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

long misbehaving_call(const char *name, pid_t victim, const char *file) {
    char byte = 0;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct iovec remote = {.iov_base = (void *)0x1000, .iov_len = 1};
    char *const nothing[] = {NULL};
    if (!strcmp(name, "open")) return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
    if (!strcmp(name, "create"))
        return syscall(SYS_openat, AT_FDCWD, file, O_CREAT | O_WRONLY, 0600);
    if (!strcmp(name, "proc")) return syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR);
    if (!strcmp(name, "unlink")) return syscall(SYS_unlinkat, AT_FDCWD, file, 0);
    if (!strcmp(name, "socket")) return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    if (!strcmp(name, "unix")) return syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
    if (!strcmp(name, "exec")) return syscall(SYS_execve, "/bin/true", nothing, nothing);
    if (!strcmp(name, "fork")) return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!strcmp(name, "ptrace")) return syscall(SYS_ptrace, PTRACE_ATTACH, victim, 0, 0);
    if (!strcmp(name, "readmemory"))
        return syscall(SYS_process_vm_readv, victim, &part, 1, &remote, 1, 0);
    if (!strcmp(name, "kill")) return syscall(SYS_kill, victim, SIGUSR1);
    if (!strcmp(name, "tgkill")) return syscall(SYS_tgkill, victim, victim, SIGUSR1);
    if (!strcmp(name, "code"))
        return (long)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(name, "protect"))
        return mprotect((void *)((uintptr_t)&byte & ~4095UL), 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (!strcmp(name, "memfd")) return syscall(SYS_memfd_create, "x", 0);
    if (!strcmp(name, "namespace")) return syscall(SYS_unshare, CLONE_NEWUSER);
    if (!strcmp(name, "truncate")) return syscall(SYS_ftruncate, 4, 0);
    // 3 is its socket.
    if (!strcmp(name, "owner")) return fcntl(3, F_SETOWN, victim);
    if (!strcmp(name, "signal")) return fcntl(3, F_SETSIG, SIGUSR1);
    if (!strcmp(name, "group")) return ioctl(3, SIOCSPGRP, &victim);
    if (!strcmp(name, "uring")) return syscall(425, 8, NULL);
    if (!strcmp(name, "x32")) return syscall(0x40000000 + SYS_socket, AF_INET, SOCK_STREAM, 0);
    if (!strcmp(name, "writev")) return syscall(SYS_writev, STDERR_FILENO, &part, 1);
    return 0;
}
