// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import TestSupport
import Testing

@testable import FacecapCommands

/// Reports and exports of a movie that the system fails to read at some place.
@Suite struct ReadFailureTests {
    /// The bytes of a movie of which a read fails.
    private final class FailingBytes: MovieBytes {
        let name = "movie"
        let byteCount: Int64
        var readFailure: FacecapError? { state.withLock { $0.failure } }
        /// How often was read.
        var readCount: Int { state.withLock { $0.count } }

        private let file: MovieFileBytes
        private let failing: Int?
        private let state = Mutex((count: 0, failure: FacecapError?.none))

        init(path: String, failing: Int?) throws(FacecapError) {
            file = try MovieFileBytes(path: path)
            byteCount = file.byteCount
            self.failing = failing
        }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FacecapError) -> Int {
            let fails = state.withLock { state in
                state.count += 1
                guard state.count == failing else { return false }
                state.failure = FacecapError(.systemFailed, "The disk failed.")
                return true
            }
            if fails { throw FacecapError(.systemFailed, "The disk failed.") }
            return try file.read(into: buffer, at: offset)
        }
    }

    private func makeReport(_ bytes: FailingBytes, path: String) throws(FacecapError) {
        let reader = try FaceTrackReader(MovieReader(bytes))
        _ = try FaceReport(
            reader, info: FaceExportFormat.Info(reader, path: path, isMirrored: false), path: path)
    }

    @Test func noReportIsMadeOfAPartOfTheMovie() async throws {
        let movie = try await RecordedMovie("synthetic:faces=1,size=64x64,frames=6,pace=fast")
        let whole = try FailingBytes(path: movie.path, failing: nil)
        try makeReport(whole, path: movie.path)
        let step = max(1, whole.readCount / 25)
        for failing in stride(from: 1, through: whole.readCount, by: step) {
            let bytes = try FailingBytes(path: movie.path, failing: failing)
            #expect("read \(failing) of \(whole.readCount)") {
                try makeReport(bytes, path: movie.path)
            } throws: { ($0 as? FacecapError)?.code == .systemFailed }
        }
    }

    @Test func aFileRemembersThatItCouldNotBeRead() throws {
        // The system opens it, and cannot read what lies at address 0.
        let bytes = try MovieFileBytes(path: "/proc/self/mem")
        #expect(bytes.readFailure == nil)
        _ = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            #expect(throws: FacecapError.self) { try bytes.read(into: buffer, at: 0) }
        }
        #expect(bytes.readFailure?.code == .systemFailed)
    }
}
