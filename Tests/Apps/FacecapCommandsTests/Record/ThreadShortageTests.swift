// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What a recording is like where the system has no room for one of its threads.
@Suite(
    .enabled(if: InstalledProgram.cc != nil, "needs a C compiler"),
    .enabled(
        if: !Sanitizer.isInUse, "threads of libraries seem to be the program's below a sanitizer"),
    .enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct ThreadShortageTests {
    /// Counts the threads that the program itself starts, lets the one of a number fail to start, and
    /// appends the number and the name of each that starts to a file.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <pthread.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/auxv.h>
        #include <sys/prctl.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        struct start { void *(*body)(void *); void *value; int number; };
        static atomic_int count;
        static _Thread_local int number;
        static void *run(void *value) {
            struct start start = *(struct start *)value;
            free(value);
            number = start.number;
            return start.body(start.value);
        }
        static int is_of_program(void *address) {
            Dl_info caller, program;
            return dladdr(address, &caller) && dladdr((void *)getauxval(AT_ENTRY), &program)
                && caller.dli_fbase == program.dli_fbase;
        }
        int pthread_create(
            pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *value) {
            int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
                (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
                    dlsym(RTLD_NEXT, "pthread_create");
            if (!is_of_program(__builtin_return_address(0))) {
                return create(thread, attributes, body, value);
            }
            const char *failing = getenv("FACECAP_TEST_FAILING_THREAD");
            struct start *start = malloc(sizeof *start);
            *start = (struct start){body, value, ++count};
            if (failing && start->number == atoi(failing)) {
                free(start);
                return EAGAIN;
            }
            int code = create(thread, attributes, run, start);
            if (code) free(start);
            return code;
        }
        int prctl(int option, ...) {
            va_list list;
            va_start(list, option);
            unsigned long values[4];
            for (int i = 0; i < 4; ++i) values[i] = va_arg(list, unsigned long);
            va_end(list);
            const char *path = getenv("FACECAP_TEST_THREADS");
            if (option == PR_SET_NAME && number && path) {
                char line[64];
                int length = snprintf(line, sizeof line, "%d %s\\n", number, (char *)values[0]);
                int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
                if (file < 0 || write(file, line, length) != length) abort();
                close(file);
            }
            return syscall(SYS_prctl, option, values[0], values[1], values[2], values[3]);
        }
        """

    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    @Test(arguments: [
        "fc.load", "fc.metadata", "fc.encode", "fc.capture", "fc.finish", "fc.writer",
    ])
    func aMissingThreadIsAnErrorThatNamesItAndWhatIsRecordedIsWhole(_ name: String) async throws {
        let library = try await compiledLibrary()
        let expected = "The system has no room for the thread \(name)"
        var messages = ""
        // The order in which threads start differs between runs: another may be missing in its place.
        for _ in 1...10 where !messages.contains(expected) {
            let number = try await numbersOfThreads(with: library)[name]
            let run = try await record(
                with: library, ["FACECAP_TEST_FAILING_THREAD": "\(try #require(number))"])
            messages = run.messages
            // There may have been no thread of that number, or one that only tries whether an encoder gets its own.
            let isTold = ["The system has no room", "The system starts no more threads"]
                .contains(where: messages.contains)
            #expect(run.exitCode == (isTold ? 71 : 0), "\(messages)")
            for path in recording.movies {
                let movie = try await recording.probe(path)
                #expect((movie.video?.packets.count ?? 0) > 0, "\(path): \(messages)")
                try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(messages.contains(expected))
    }

    /// In which place each named thread started in a recording that lacks none.
    private func numbersOfThreads(with library: String) async throws -> [String: Int] {
        let path = recording.folder.path + "/threads.txt"
        let run = try await record(with: library, ["FACECAP_TEST_THREADS": path])
        try #require(run.exitCode == 0, "\(run.messages)")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(atPath: path)
        return try Dictionary(
            lines.map { line in
                let words = line.split(separator: " ")
                return (String(words[1]), try #require(Int(words[0])))
            }, uniquingKeysWith: { first, _ in first })
    }

    private func record(
        with library: String, _ variables: [String: String]
    ) async throws -> CommandResult {
        try await CommandRunner.run(
            [
                "record", recording.path, "--force", "--quiet", "--detector", "haar", "--threads",
                "2",
                "--split", "0.3s", "--source",
                "synthetic:faces=1,size=160x120,fps=30,frames=24,pace=fast,motion=still",
            ] + TestRecording.corner,
            environment: variables.merging(["LD_PRELOAD": library]) { $1 })
    }

    private func compiledLibrary() async throws -> String {
        let compiler = try #require(InstalledProgram.cc)
        let source = try recording.folder.write(Array(Self.library.utf8), to: "shortage.c")
        let library = recording.folder.path + "/shortage.so"
        let compiled = try await CommandRunner.run(
            ["-shared", "-fPIC", "-o", library, source, "-ldl"], of: compiler)
        try #require(compiled.exitCode == 0, "\(compiled.messages)")
        return library
    }
}
