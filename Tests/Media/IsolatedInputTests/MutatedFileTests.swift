// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import IsolatedInput
import ProcessIsolation
import TestSupport
import Testing

/// Files of which bytes were changed do no harm, whatever they do to the worker.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct MutatedFileTests {
    /// `FACECAP_MUTATIONS` takes another number.
    private static let count =
        ProcessInfo.processInfo.environment["FACECAP_MUTATIONS"].flatMap { Int($0) } ?? 100

    @Test func noChangedFileIsMoreThanAnError() async throws {
        try await OwnThread.run { try Self.look() }
    }

    private static func look() throws {
        let folder = try MediaFolder()
        let originals = try IsolatedFileInputTests.media.map { media in
            try Data(
                contentsOf: URL(filePath: folder.make(media.name, media.arguments + " -t 0.4")))
        }
        var numbers = SeededNumbers.fresh()
        let isolation = IsolatedFileInput.Isolation(stallLimit: MediaTime(value: 20, timescale: 1))
        let host = IsolationHost(program: CommandRunner.facecap)
        let known: Set<FacecapError.Code> = [
            .mediaUnreadable, .mediaDamaged, .decoderCrashed, .decoderStalled, .systemFailed,
            .invalidArgument,
        ]
        var ends: [String: Int] = [:]
        for index in 0..<count {
            let file = index % originals.count
            let path = try folder.write(
                "mutated-" + IsolatedFileInputTests.media[file].name,
                mutated(originals[file], &numbers))
            do throws(FacecapError) {
                let input = try IsolatedFileInput(path: path, isolation: isolation, host: host)
                var count = 0
                while count < 2000, try input.nextEvent() != nil { count += 1 }
                ends["read", default: 0] += 1
            } catch {
                #expect(known.contains(error.code), "\(error)")
                ends["\(error.code)", default: 0] += 1
            }
        }
        print("\(count) mutated files: \(ends)")
        #expect(ends.values.reduce(0, +) == count)
        #expect(ends["read", default: 0] > 0 && ends["read", default: 0] < count)
    }

    private static func mutated(_ original: Data, _ numbers: inout SeededNumbers) -> Data {
        var data = original
        for _ in 0..<Int.random(in: 1...30, using: &numbers) {
            let index = Int.random(in: 0..<data.count, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: data[index] = UInt8.random(in: 0...255, using: &numbers)
            case 1: data[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 2:
                for next in index..<min(data.count, index + 4) { data[next] = 0xFF }
            case 3:
                // The heads of containers and streams are near the beginning.
                data[index % min(data.count, 512)] = UInt8.random(in: 0...255, using: &numbers)
            default:
                if data.count > 200 { data.removeSubrange(index..<min(data.count, index + 16)) }
            }
        }
        return data
    }
}
