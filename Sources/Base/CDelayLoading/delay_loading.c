// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "delay_loading.h"

// Keeps the arguments of the call, finds the function, and goes on there as if nothing had been. Unwinders take it for
// the end of the stack, so that nobody catches an exception of a library's initializer, as where there is no memory:
// it ends the program at once. Caught, it would leave the loader's lock taken, for which a program waits at its end.
#if defined(__x86_64__)
#define ENTER \
    "  pushq %rbp\n" \
    "  .cfi_def_cfa_offset 16\n" \
    "  .cfi_offset %rbp, -16\n" \
    "  .cfi_undefined %rip\n" \
    "  movq %rsp, %rbp\n" \
    "  .cfi_def_cfa_register %rbp\n" \
    "  subq $192, %rsp\n" \
    "  movq %rdi, (%rsp)\n" \
    "  movq %rsi, 8(%rsp)\n" \
    "  movq %rdx, 16(%rsp)\n" \
    "  movq %rcx, 24(%rsp)\n" \
    "  movq %r8, 32(%rsp)\n" \
    "  movq %r9, 40(%rsp)\n" \
    "  movq %rax, 48(%rsp)\n" \
    "  movaps %xmm0, 64(%rsp)\n" \
    "  movaps %xmm1, 80(%rsp)\n" \
    "  movaps %xmm2, 96(%rsp)\n" \
    "  movaps %xmm3, 112(%rsp)\n" \
    "  movaps %xmm4, 128(%rsp)\n" \
    "  movaps %xmm5, 144(%rsp)\n" \
    "  movaps %xmm6, 160(%rsp)\n" \
    "  movaps %xmm7, 176(%rsp)\n" \
    "  movq %r11, %rdi\n" \
    "  call facecap_delayed_function_find\n" \
    "  movq %rax, %r11\n" \
    "  movq (%rsp), %rdi\n" \
    "  movq 8(%rsp), %rsi\n" \
    "  movq 16(%rsp), %rdx\n" \
    "  movq 24(%rsp), %rcx\n" \
    "  movq 32(%rsp), %r8\n" \
    "  movq 40(%rsp), %r9\n" \
    "  movq 48(%rsp), %rax\n" \
    "  movaps 64(%rsp), %xmm0\n" \
    "  movaps 80(%rsp), %xmm1\n" \
    "  movaps 96(%rsp), %xmm2\n" \
    "  movaps 112(%rsp), %xmm3\n" \
    "  movaps 128(%rsp), %xmm4\n" \
    "  movaps 144(%rsp), %xmm5\n" \
    "  movaps 160(%rsp), %xmm6\n" \
    "  movaps 176(%rsp), %xmm7\n" \
    "  leave\n" \
    "  .cfi_def_cfa %rsp, 8\n" \
    "  jmp *%r11\n"
#elif defined(__aarch64__)
#define ENTER \
    "  hint #34\n" \
    "  stp x29, x30, [sp, #-224]!\n" \
    "  .cfi_def_cfa_offset 224\n" \
    "  .cfi_offset x29, -224\n" \
    "  .cfi_undefined x30\n" \
    "  mov x29, sp\n" \
    "  stp x0, x1, [sp, #16]\n" \
    "  stp x2, x3, [sp, #32]\n" \
    "  stp x4, x5, [sp, #48]\n" \
    "  stp x6, x7, [sp, #64]\n" \
    "  str x8, [sp, #80]\n" \
    "  stp q0, q1, [sp, #96]\n" \
    "  stp q2, q3, [sp, #128]\n" \
    "  stp q4, q5, [sp, #160]\n" \
    "  stp q6, q7, [sp, #192]\n" \
    "  mov x0, x17\n" \
    "  bl facecap_delayed_function_find\n" \
    "  mov x16, x0\n" \
    "  ldp x0, x1, [sp, #16]\n" \
    "  ldp x2, x3, [sp, #32]\n" \
    "  ldp x4, x5, [sp, #48]\n" \
    "  ldp x6, x7, [sp, #64]\n" \
    "  ldr x8, [sp, #80]\n" \
    "  ldp q0, q1, [sp, #96]\n" \
    "  ldp q2, q3, [sp, #128]\n" \
    "  ldp q4, q5, [sp, #160]\n" \
    "  ldp q6, q7, [sp, #192]\n" \
    "  ldp x29, x30, [sp], #224\n" \
    "  .cfi_def_cfa sp, 0\n" \
    "  br x16\n"
#endif

__asm__(".pushsection .text\n"
        ".globl facecap_delayed_function_enter\n"
        ".hidden facecap_delayed_function_enter\n"
        ".type facecap_delayed_function_enter, %function\n"
        "facecap_delayed_function_enter:\n"
        "  .cfi_startproc\n"
        ENTER
        "  .cfi_endproc\n"
        ".size facecap_delayed_function_enter, . - facecap_delayed_function_enter\n"
        ".popsection\n");

/// Says in one line why a library is not there, and ends the program.
static _Noreturn void end(const char *library, const char *reason) {
    // The loader tells only by its words why it failed (dlerror(3)).
    if (strstr(reason, "failed to map") || strstr(reason, "memory")) {
        dprintf(
            STDERR_FILENO,
            "facecap: There is no memory for %s; close other programs or raise the limit"
            " (ulimit -v).\n",
            library);
    } else {
        const char *remedy = "";
        if (strstr(reason, "No such file")) remedy = "; install its package";
        if (strstr(reason, "Too many open files")) remedy = "; raise the limit (ulimit -n)";
        dprintf(
            STDERR_FILENO, "facecap: The library %s cannot be loaded: %s%s.\n", library, reason,
            remedy);
    }
    _exit(71);
}

void *facecap_delayed_function_find(struct FacecapDelayedFunction *function) {
    // The system loads a library once, however many threads ask for it.
    void *library = dlopen(function->library, RTLD_LAZY | RTLD_LOCAL);
    void *address = library ? dlsym(library, function->name) : NULL;
    if (!address) {
        const char *reason = dlerror();
        end(function->library, reason ? reason : function->name);
    }
    __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
    return address;
}
