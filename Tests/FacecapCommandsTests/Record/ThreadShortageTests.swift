import Foundation
import TestSupport
import Testing

/// What a recording is like where the system has no room for one of its threads.
@Suite(
    .enabled(if: InstalledProgram.cc != nil, "needs a C compiler"),
    .enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct ThreadShortageTests {
    /// Lets the thread of a number fail to start, and the one after it.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <pthread.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        static atomic_int count;
        int pthread_create(
            pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *value) {
            int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
                (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
                    dlsym(RTLD_NEXT, "pthread_create");
            const char *number = getenv("FACECAP_TEST_FAILING_THREAD");
            int next = ++count;
            if (number && (next == atoi(number) || next == atoi(number) + 1)) return EAGAIN;
            return create(thread, attributes, body, value);
        }
        """

    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    @Test func whicheverThreadIsMissingIsAnErrorAndWhatIsRecordedIsWhole() async throws {
        let compiler = try #require(InstalledProgram.cc)
        let source = try recording.folder.write(Array(Self.library.utf8), to: "shortage.c")
        let library = recording.folder.path + "/shortage.so"
        let compiled = try await CommandRunner.run(
            ["-shared", "-fPIC", "-o", library, source, "-ldl"], of: compiler)
        try #require(compiled.exitCode == 0, "\(compiled.messages)")
        var missing: Set<String> = []
        // How many threads come before these depends on the encoder, the processor and its load.
        for number in Array(5...40) + Array(5...40) where missing != Set(Self.threads) {
            let run = try await CommandRunner.run(
                [
                    "record", recording.path, "--force", "--detector", "haar", "--threads", "2",
                    "--split", "0.3s", "--source",
                    "synthetic:faces=1,size=160x120,fps=30,frames=24,pace=fast,motion=still",
                ],
                environment: [
                    "LD_PRELOAD": library, "FACECAP_TEST_FAILING_THREAD": "\(number)",
                ])
            #expect([0, 71].contains(run.exitCode), "thread \(number): \(run.messages)")
            for name in Self.threads where run.messages.contains(name) { missing.insert(name) }
            for path in recording.movies {
                let movie = try await recording.probe(path)
                #expect((movie.video?.packets.count ?? 0) > 0, "thread \(number): \(path)")
                try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(missing == Set(Self.threads))
    }

    private static let threads = [
        "fc.metadata", "fc.encode", "fc.capture", "fc.finish", "fc.writer",
    ]
}
