// SPDX-License-Identifier: Apache-2.0
// Functions of shared libraries that are loaded when one of their functions is called first, instead
// of when the program starts: FFmpeg alone brings 130 libraries along, which take longer to load than
// many a command takes.
//
// A function is defined under its own name, so that callers see nothing of it, and jumps to where the
// library's function is. Each library has one source file that lists what is called of it; what is
// missing there the linker names. The functions are hidden: libraries find one another's as ever.
#ifndef FACECAP_DELAY_LOADING_H
#define FACECAP_DELAY_LOADING_H

#ifdef __cplusplus
extern "C" {
#endif

/// A function of a library that is loaded when it is needed.
struct FacecapDelayedFunction {
    /// Where calls go: at first to what finds the function.
    void *address;
    const char *name;
    /// The library's shared object name, such as `libavutil.so.57`.
    const char *library;
};

/// Loads the library of a function, notes where the function is, and returns it. Without the library
/// or the function the program ends with status 71, and one line that names what is missing.
__attribute__((visibility("hidden"))) void *facecap_delayed_function_find(
    struct FacecapDelayedFunction *function);

#ifdef __cplusplus
}
#endif

/// Defines the function `name`, a string, of the library whose shared object name is `library`.
#if defined(__x86_64__)
#define FACECAP_DELAYED_FUNCTION_JUMP \
    "  endbr64\n" \
    "  jmp *3f(%rip)\n" \
    "2: leaq 3f(%rip), %r11\n" \
    "  jmp facecap_delayed_function_enter\n"
#elif defined(__aarch64__)
#define FACECAP_DELAYED_FUNCTION_JUMP \
    "  hint #34\n" \
    "  adrp x16, 3f\n" \
    "  ldr x16, [x16, #:lo12:3f]\n" \
    "  br x16\n" \
    "2: hint #36\n" \
    "  adrp x17, 3f\n" \
    "  add x17, x17, #:lo12:3f\n" \
    "  b facecap_delayed_function_enter\n"
#else
#error "Libraries are loaded late on x86-64 and arm64: add the jump of this processor here."
#endif

#define FACECAP_DELAYED_FUNCTION(library, name) \
    __asm__(".pushsection .text\n" \
            ".balign 16\n" \
            ".globl " name "\n" \
            ".hidden " name "\n" \
            ".type " name ", %function\n" \
            name ":\n" \
            FACECAP_DELAYED_FUNCTION_JUMP \
            ".size " name ", . - " name "\n" \
            ".popsection\n" \
            ".pushsection .rodata\n" \
            "4: .asciz \"" name "\"\n" \
            "5: .asciz \"" library "\"\n" \
            ".popsection\n" \
            ".pushsection .data\n" \
            ".balign 8\n" \
            "3: .quad 2b, 4b, 5b\n" \
            ".popsection\n");

#endif
