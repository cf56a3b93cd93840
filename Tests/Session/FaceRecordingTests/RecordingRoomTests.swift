// SPDX-License-Identifier: Apache-2.0
import FaceRecording
import FaceValues
import Glibc
import TestSupport
import Testing

/// What is known to stand against a recording before it begins.
@Suite struct RecordingRoomTests {
    private let folder: TemporaryFolder
    private let settings: CaptureMovieFileOutput.Settings

    init() throws {
        // Not every file system tells who writes.
        folder = try TemporaryFolder(inMemory: true)
        settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
    }

    /// The code of what stands against it; `nil` for nothing.
    private func refusal(
        _ settings: CaptureMovieFileOutput.Settings
    ) -> FacecapError.Code? {
        do throws(FacecapError) {
            try settings.checkPath()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aFileThatAProgramIsWritingIsNotReplaced() throws {
        try folder.write([1], to: "movie.mp4")
        var settings = settings
        settings.overwritesExistingFiles = true
        let writer = open(settings.path, O_WRONLY | O_CLOEXEC)
        #expect(refusal(settings) == .outputFailed)
        close(writer)
        #expect(refusal(settings) == nil)
    }

    @Test func lessRoomThanIsToStayFreeIsAFullDisk() {
        var settings = settings
        settings.minimumFreeByteCount = .max
        #expect(refusal(settings) == .storageFull)
        settings.minimumFreeByteCount = 1
        #expect(refusal(settings) == nil)
    }

    @Test func aSizeThatHoldsNoMovieIsRefused() {
        var settings = settings
        settings.maximumByteCount = 65_535
        #expect(refusal(settings) == .invalidArgument)
        settings.maximumByteCount = 65_536
        #expect(refusal(settings) == nil)
        settings.split = .byteCount(65_535)
        #expect(refusal(settings) == .invalidArgument)
        settings.split = .byteCount(65_536)
        #expect(refusal(settings) == nil)
    }
}
