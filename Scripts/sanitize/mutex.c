// SPDX-License-Identifier: Apache-2.0
// Tells the sanitizer of threads about the mutex of the standard library where one thread waits for another: that part
// is in a library without marks, so that what the mutex protects would look like a data race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
// `_MutexHandle._lockSlow(_:)` and `_MutexHandle._unlockSlow()` of the module Synchronization.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(self);
    original(self);
}
