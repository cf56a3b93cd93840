// SPDX-License-Identifier: Apache-2.0
#include "scarce_memory.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace {

const char *line = "";
int code = 1;

/// Nothing here allocates: there is nothing left to allocate.
[[noreturn]] void end() {
    (void)!write(STDERR_FILENO, line, strlen(line));
    _exit(code);
}

/// Less than this is so little that a crash is put down to it.
constexpr size_t little = size_t{256} << 20;

bool is_little_left() {
    // Only what can be written counts for `ulimit -d`, and where the system does not overcommit.
    void *memory = mmap(
        nullptr, little, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return true;
    munmap(memory, little);
    return false;
}

constexpr std::array crashes{SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT};
std::array<struct sigaction, crashes.size()> others;

void on_crash(int signal, siginfo_t *info, void *) {
    if (is_little_left()) end();
    const auto index = std::find(crashes.begin(), crashes.end(), signal) - crashes.begin();
    sigaction(signal, &others[static_cast<size_t>(index)], nullptr);
    // What the processor found happens once more after this; what was sent has to be sent again.
    if (info->si_code <= 0) raise(signal);
}

std::terminate_handler other_terminate = nullptr;

void on_terminate() {
    try {
        if (const auto current = std::current_exception()) std::rethrow_exception(current);
    } catch (const std::bad_alloc &) {
        end();
    } catch (...) {
    }
    other_terminate();
}

/// Swift says this, and where it was, before it ends the process; see `swift_abortAllocationFailure` and
/// `swift_slowAlloc`.
constexpr std::string_view refusal = "Fatal error: failed to allocate ";

ssize_t write_remark(void *, const char *bytes, size_t count) {
    if (std::string_view(bytes, count).substr(0, refusal.size()) == refusal) end();
    const ssize_t written = write(STDERR_FILENO, bytes, count);
    return written < 0 ? 0 : written;
}

void watch_remarks() {
    FILE *stream = fopencookie(nullptr, "w", {nullptr, write_remark, nullptr, nullptr});
    if (stream == nullptr) return;
    setvbuf(stream, nullptr, _IONBF, 0);
    // `stderr` is a variable: see the GNU C Library manual, "Standard Streams".
    stderr = stream;
}

void watch_crashes() {
    // The main thread's stack cannot grow where there is no memory.
    alignas(16) static std::array<char, 32 << 10> stack;
    stack_t alternative{};
    alternative.ss_sp = stack.data();
    alternative.ss_size = stack.size();
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < crashes.size(); ++index) {
        sigaction(crashes[index], &action, &others[index]);
    }
}

}  // namespace

void facecap_end_where_memory_is_refused(const char *message, int exit_code) {
    line = message;
    code = exit_code;
    // Twice, a crash would be handed on to the same function for ever.
    static bool is_watched = false;
    if (std::exchange(is_watched, true)) return;
    watch_remarks();
    watch_crashes();
    other_terminate = std::set_terminate(on_terminate);
}
