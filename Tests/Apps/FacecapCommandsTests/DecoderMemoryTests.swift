// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Reading a movie where FFmpeg is refused memory in the middle.
@Suite(.enabled(if: InstalledProgram.cc != nil, "needs a C compiler")) struct DecoderMemoryTests {
    /// Refuses FFmpeg's allocation of a number and, from then on, everybody large pieces of memory.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        static atomic_long count;
        static atomic_int is_over;
        int posix_memalign(void **memory, size_t alignment, size_t size) {
            int (*real)(void **, size_t, size_t) =
                (int (*)(void **, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
            Dl_info caller;
            if (dladdr(__builtin_return_address(0), &caller) && caller.dli_fname
                && strstr(caller.dli_fname, "libavutil") && ++count == FAILING_ALLOCATION) {
                is_over = 1;
                // As that of the system leaves it.
                errno = ENOMEM;
                return ENOMEM;
            }
            return real(memory, alignment, size);
        }
        void *mmap(void *place, size_t size, int access, int flags, int file, off_t offset) {
            void *(*real)(void *, size_t, int, int, int, off_t) =
                (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
            if (is_over && size >= 64u << 20) {
                errno = ENOMEM;
                return MAP_FAILED;
            }
            return real(place, size, access, flags, file, offset);
        }
        """

    @Test(.enabled(if: !Sanitizer.isInUse, "the sanitizer has an allocator of its own"))
    func everyFrameIsLookedAtOrTheProgramSaysThatThereIsNoMemory() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(Self.library.utf8), to: "refusal.c")
        let movie = folder.path + "/in.mp4"
        let made = try await CommandRunner.run(
            ["record", movie, "--source", "synthetic:faces=1,size=320x180,frames=8,pace=fast"]
                + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        var refusals = 0
        for number in stride(from: 10, through: 900, by: 37) {
            let library = folder.path + "/refusal-\(number).so"
            let compiled = try await CommandRunner.run(
                [
                    "-shared", "-fPIC", "-DFAILING_ALLOCATION=\(number)", "-o", library, source,
                    "-ldl",
                ], of: try #require(InstalledProgram.cc))
            try #require(compiled.exitCode == 0, "\(compiled.messages)")
            let run = try await CommandRunner.run(
                ["live", "--json", "--source", movie] + CheapDetection.ofNobody,
                environment: ["LD_PRELOAD": library])
            if run.exitCode == 71 {
                refusals += 1
                #expect(run.messages.contains("no memory"), "\(number): \(run.messages)")
            } else {
                #expect(run.exitCode == 0, "\(number): \(run.messages)")
                let frames = try run.records("faces")
                #expect(frames.count { $0["analysed"] as? Bool == true } == 8, "\(number)")
            }
        }
        #expect(refusals > 5)
    }
}
