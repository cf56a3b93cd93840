// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "isolation.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

// Whether files may be read beside what is open.
static int reads_other_files(const struct facecap_isolation_rules *rules) {
    return rules->readable && *rules->readable;
}

// Landlock

// Headers of older systems do not name the later rights, which are the bits that follow.
static uint64_t landlock_file_rights(int version) {
    int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return (UINT64_C(1) << count) - 1;
}

static int landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static int enter_landlock(const char *const *readable) {
    int version = landlock_version();
    if (version < 1)
        return -1;
    struct landlock_ruleset_attr rights = {.handled_access_fs = landlock_file_rights(version)};
    int rules = (int)syscall(
        SYS_landlock_create_ruleset, &rights, sizeof rights.handled_access_fs, 0);
    if (rules < 0)
        return -1;
    for (; readable && *readable; readable++) {
        int path = open(*readable, O_PATH | O_CLOEXEC);
        if (path < 0)
            continue;
        struct landlock_path_beneath_attr rule = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
            .parent_fd = path,
        };
        if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0) {
            // What is no folder has no entries to be read.
            rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
            syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        }
        close(path);
    }
    int result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return result;
}

// Seccomp

// Calls of decoding a file that is open; `docs/isolation.md` says what each is for.
static const int decoding_calls[] = {
    __NR_read, __NR_pread64, __NR_lseek, __NR_write, __NR_close,
    __NR_recvmsg, __NR_sendmsg, __NR_ppoll,
#ifdef __NR_poll
    __NR_poll,
#endif
    __NR_mmap, __NR_munmap, __NR_mremap, __NR_mprotect, __NR_madvise, __NR_brk,
    __NR_futex, __NR_set_robust_list, __NR_rseq, __NR_exit, __NR_exit_group,
    __NR_sched_getaffinity, __NR_sched_yield, __NR_gettid, __NR_getpid, __NR_getrandom,
    __NR_rt_sigprocmask, __NR_rt_sigaction, __NR_rt_sigreturn, __NR_sysinfo,
    __NR_clock_gettime, __NR_clock_nanosleep, __NR_restart_syscall,
};

#ifdef IS_SANITIZED
// A sanitizer asks where the stack is when an exception is thrown; that of threads has a thread of its own from the
// first one on, which asks the kernel for the time and sleeps.
static const int sanitizer_calls[] = {__NR_sigaltstack, __NR_gettimeofday, __NR_nanosleep};
#endif

// Calls of speaking with a server, and of finding it by its name.
static const int network_calls[] = {
    __NR_connect, __NR_bind, __NR_getsockname, __NR_getpeername, __NR_setsockopt,
    __NR_getsockopt, __NR_sendto, __NR_recvfrom, __NR_sendmmsg, __NR_recvmmsg, __NR_shutdown,
    __NR_uname, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid,
    // SRT makes sets of what it waits for, though it only puts its own sockets into them.
    __NR_epoll_create1,
};

// What is asked of sockets; other commands would have the kernel send signals to any process of the user.
static const uint32_t socket_commands[] = {F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_DUPFD_CLOEXEC};
// Addresses within a link name the interface that leads there.
static const uint32_t socket_controls[] = {FIONREAD, FIONBIO, SIOCGIFINDEX, SIOCGIFNAME};

// Calls by which RIST asks for a priority of its threads, without which it runs as well.
static const int priority_calls[] = {__NR_sched_get_priority_max, __NR_sched_setscheduler};

// Calls of opening what Landlock allows to be read; where it allows nothing they are refused.
static const int opening_calls[] = {
    __NR_openat, __NR_fstat, __NR_newfstatat, __NR_statx, __NR_faccessat, __NR_getdents64, __NR_readlinkat,
    __NR_getcwd,
#ifdef __NR_open
    __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink,
#endif
};

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE
enum { FILTER_CAPACITY = 512 };
// The first number of a call of the x32 ABI, which is that of x86-64 with other pointers.
enum { X32_CALLS = 0x40000000 };

struct filter {
    struct sock_filter steps[FILTER_CAPACITY];
    unsigned short count;
};

static void add(struct filter *filter, struct sock_filter step) {
    if (filter->count < FILTER_CAPACITY)
        filter->steps[filter->count++] = step;
}

static void add_load(struct filter *filter, size_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void add_answer(struct filter *filter, uint32_t answer) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

// The next `skipped` steps are for the call `number` alone.
static void add_case(struct filter *filter, int number, uint8_t skipped) {
    add(filter, (struct sock_filter)BPF_JUMP(
                    BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, skipped));
}

// A call, or a value of its argument, that has one answer.
static void add_call(struct filter *filter, int number, uint32_t answer) {
    add_case(filter, number, 1);
    add_answer(filter, answer);
}

static void add_calls(
    struct filter *filter, const int *calls, size_t count, uint32_t answer) {
    for (size_t i = 0; i < count; i++)
        add_call(filter, calls[i], answer);
}

// A call that is allowed where one of its arguments has, or has not, some bits.
static void add_call_by_bits(struct filter *filter, int number, int argument, uint32_t bits,
                             uint32_t if_set, uint32_t if_not) {
    add_case(filter, number, 4);
    add_load(filter, offsetof(struct seccomp_data, args[argument]));
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    add_answer(filter, if_set);
    add_answer(filter, if_not);
}

// A call that is allowed where one of its arguments is one of some numbers.
static void add_call_by_values(struct filter *filter, int number, int argument,
                               const uint32_t *values, uint8_t count, uint32_t otherwise) {
    add_case(filter, number, (uint8_t)(2 + 2 * count));
    add_load(filter, offsetof(struct seccomp_data, args[argument]));
    for (uint8_t i = 0; i < count; i++)
        add_call(filter, (int)values[i], SECCOMP_RET_ALLOW);
    add_answer(filter, otherwise);
}

static void add_beginning(struct filter *filter) {
    add_load(filter, offsetof(struct seccomp_data, arch));
    add(filter, (struct sock_filter)BPF_JUMP(
                    BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0));
    add_answer(filter, SECCOMP_RET_KILL_PROCESS);
    add_load(filter, offsetof(struct seccomp_data, nr));
}

static int enter_seccomp(const struct facecap_isolation_rules *rules) {
    struct filter filter = {.count = 0};
    add_beginning(&filter);
    // Threads alone; glibc takes `clone` where there is no `clone3`, whose flags no filter sees.
    add_call_by_bits(&filter, __NR_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW,
                     SECCOMP_RET_KILL_PROCESS);
    add_call(&filter, __NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    // No new code.
    add_call_by_bits(&filter, __NR_mmap, 2, PROT_EXEC, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW);
    add_call_by_bits(&filter, __NR_mprotect, 2, PROT_EXEC, SECCOMP_RET_KILL_PROCESS,
                     SECCOMP_RET_ALLOW);
    // Names of threads, which nobody needs.
    add_call(&filter, __NR_prctl, SECCOMP_RET_ERRNO | EPERM);
    add_call(&filter, __NR_prlimit64, SECCOMP_RET_ERRNO | EPERM);
    // Assertions end the process with a signal, and UDP a thread: no other process gets one.
    uint32_t process = (uint32_t)getpid();
    add_call_by_values(&filter, __NR_tgkill, 0, &process, 1, SECCOMP_RET_KILL_PROCESS);
    // glibc says first why it ends the process, where nobody reads it.
    add_call(&filter, __NR_writev, SECCOMP_RET_ERRNO | EPERM);
    if (rules->allows_network) {
        static const uint32_t families[] = {AF_INET, AF_INET6, AF_NETLINK};
        add_call_by_values(&filter, __NR_socket, 0, families, sizeof families / sizeof *families,
                           SECCOMP_RET_ERRNO | EAFNOSUPPORT);
        add_call_by_values(&filter, __NR_fcntl, 1, socket_commands,
                           sizeof socket_commands / sizeof *socket_commands,
                           SECCOMP_RET_ERRNO | EPERM);
        add_call_by_values(&filter, __NR_ioctl, 1, socket_controls,
                           sizeof socket_controls / sizeof *socket_controls,
                           SECCOMP_RET_ERRNO | EPERM);
        add_calls(&filter, network_calls, sizeof network_calls / sizeof *network_calls,
                  SECCOMP_RET_ALLOW);
        add_calls(&filter, priority_calls, sizeof priority_calls / sizeof *priority_calls,
                  SECCOMP_RET_ERRNO | EPERM);
    }
    // Libraries look for settings, such as the zone of times and tables of letters, and do without.
    int reads_files = reads_other_files(rules);
    add_calls(&filter, opening_calls, sizeof opening_calls / sizeof *opening_calls,
              reads_files ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES);
    // FFmpeg asks once more that a file which it has opened be closed when a program is started; of an address the
    // call is allowed above.
    static const uint32_t closing = F_SETFD;
    if (reads_files)
        add_call_by_values(&filter, __NR_fcntl, 1, &closing, 1, SECCOMP_RET_KILL_PROCESS);
    add_calls(&filter, decoding_calls, sizeof decoding_calls / sizeof *decoding_calls,
              SECCOMP_RET_ALLOW);
#ifdef IS_SANITIZED
    add_calls(&filter, sanitizer_calls, sizeof sanitizer_calls / sizeof *sanitizer_calls,
              SECCOMP_RET_ALLOW);
#endif
    add_answer(&filter, SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#else
static int enter_seccomp(const struct facecap_isolation_rules *rules) {
    (void)rules;
    return -1;
}
#endif

// Both

int32_t facecap_isolation_support(void) {
    uint32_t action = SECCOMP_RET_KILL_PROCESS;
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0)
        return FACECAP_ISOLATION_NONE;
    return landlock_version() >= 1 ? FACECAP_ISOLATION_FULL : FACECAP_ISOLATION_SECCOMP;
}

static void limit(int resource, uint64_t most) {
    struct rlimit present;
    if (getrlimit(resource, &present) != 0)
        return;
    if (present.rlim_max != RLIM_INFINITY && present.rlim_max < most)
        most = present.rlim_max;
    struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    if (present.rlim_cur != RLIM_INFINITY && present.rlim_cur < most)
        limit.rlim_cur = present.rlim_cur;
    setrlimit(resource, &limit);
}

int32_t facecap_isolation_enter(const struct facecap_isolation_rules *rules) {
    // Otherwise the allocator reads in /sys how many processors there are.
    mallopt(M_ARENA_MAX, 8);
    // Otherwise the first time of day that is converted reads which zone this is.
    tzset();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    // All parts of a playlist that are played side by side are open at once.
    limit(RLIMIT_NOFILE, reads_other_files(rules) ? 256 : 32);
#ifndef IS_SANITIZED
    if (rules->memory_limit)
        limit(RLIMIT_AS, rules->memory_limit);
#endif
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (facecap_give_up_privileges() != 0)
        return FACECAP_ISOLATION_NONE;
    int has_landlock = enter_landlock(rules->readable) == 0;
    if (enter_seccomp(rules) != 0)
        return FACECAP_ISOLATION_NONE;
    return has_landlock ? FACECAP_ISOLATION_FULL : FACECAP_ISOLATION_SECCOMP;
}

// The program itself

int facecap_give_up_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int facecap_give_up_network(void) {
#ifdef THIS_ARCHITECTURE
    struct filter filter = {.count = 0};
    add_beginning(&filter);
    // A ring of requests opens sockets without a call.
    add_call(&filter, __NR_io_uring_setup, SECCOMP_RET_ERRNO | ENOSYS);
#if defined(__x86_64__)
    // Calls of the x32 ABI have numbers of their own.
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1));
    add_answer(&filter, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    static const uint32_t families[] = {AF_UNIX, AF_NETLINK};
    add_call_by_values(&filter, __NR_socket, 0, families, sizeof families / sizeof *families,
                       SECCOMP_RET_ERRNO | EACCES);
    add_answer(&filter, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
    return (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#else
    errno = ENOSYS;
    return -1;
#endif
}

void facecap_keep_memory_private(void) {
    limit(RLIMIT_CORE, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Processes

extern char **environ;

// Where libraries and certificates are found, and how servers are reached.
static int is_passed_on(const char *variable) {
    static const char *const names[] = {
        "LD_LIBRARY_PATH=", "LD_PRELOAD=", "LC_ALL=", "LANG=", "TZ=", "SSL_CERT_FILE=",
        "http_proxy=", "https_proxy=", "no_proxy=", "ASAN_OPTIONS=",
        "LSAN_OPTIONS=", "TSAN_OPTIONS=", "UBSAN_OPTIONS=", "LLVM_PROFILE_FILE=",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

pid_t facecap_isolation_spawn(
    const char *program, const char *name, const char *variable, int control) {
    enum { VARIABLE_LIMIT = 32 };
    char *variables[VARIABLE_LIMIT + 1];
    size_t count = 0;
    variables[count++] = (char *)variable;
    // The sandbox does not allow Swift's backtraces; a crash is reported by its signal.
    variables[count++] = "SWIFT_BACKTRACE=enable=no";
    for (char **next = environ; next && *next && count < VARIABLE_LIMIT; next++)
        if (is_passed_on(*next))
            variables[count++] = *next;
    variables[count] = NULL;
    char *arguments[] = {(char *)name, NULL};

    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, control, FACECAP_ISOLATION_CONTROL);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, FACECAP_ISOLATION_CONTROL, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, FACECAP_ISOLATION_CONTROL + 1);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    // Keys that are typed, such as Ctrl-C, are for the program that reads what is decoded.
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    pid_t child = -1;
    int failure = posix_spawn(&child, program, &files, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure ? -failure : child;
}

void facecap_isolation_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

pid_t facecap_isolation_fork(void) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        // One that ended before sends no signal.
        if (getppid() != parent)
            _exit(0);
    }
    return child;
}

void facecap_isolation_close_files(int first) {
    // Standard input leads nowhere since the process was started.
    dup2(STDIN_FILENO, STDOUT_FILENO);
    dup2(STDIN_FILENO, STDERR_FILENO);
    close_range((unsigned)first, ~0U, 0);
}

// Memory and descriptors

int facecap_memory_create(size_t byte_count) {
    // What is too large for a file raises a signal.
    struct rlimit largest;
    if (getrlimit(RLIMIT_FSIZE, &largest) == 0 && largest.rlim_cur < byte_count) {
        errno = EFBIG;
        return -1;
    }
    int memory = memfd_create("facecap-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0)
        return -1;
    if (ftruncate(memory, (off_t)byte_count) != 0 ||
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int failure = errno;
        close(memory);
        errno = failure;
        return -1;
    }
    return memory;
}

union descriptor_room {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * FACECAP_DESCRIPTOR_LIMIT)];
};

ssize_t facecap_socket_send(int socket, const void *bytes, size_t count, const int *descriptors,
                            int descriptor_count) {
    union descriptor_room room;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0 && descriptor_count <= FACECAP_DESCRIPTOR_LIMIT) {
        size_t size = sizeof(int) * (size_t)descriptor_count;
        memset(&room, 0, sizeof room);
        message.msg_control = room.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t facecap_socket_receive(int socket, void *bytes, size_t capacity, int waits,
                               int *descriptors, int *descriptor_count) {
    union descriptor_room room;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes,
                             .msg_controllen = sizeof room.bytes};
    *descriptor_count = 0;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
    if (count < 0)
        return count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        int received = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int i = 0; i < received; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + sizeof(int) * (size_t)i, sizeof descriptor);
            if (*descriptor_count < FACECAP_DESCRIPTOR_LIMIT) {
                descriptors[(*descriptor_count)++] = descriptor;
            } else {
                close(descriptor);
            }
        }
    }
    return count;
}
