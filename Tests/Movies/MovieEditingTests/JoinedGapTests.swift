// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MovieReading
import TestSupport
import Testing

@testable import MovieEditing

/// Joined movies of parts that begin late or end early, as FFmpeg reads them.
@Suite(.enabled(if: Programs.areAvailable, "ffmpeg or exiftool is not installed"))
struct JoinedGapTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    @Test func framesThatAPartHidesAtItsEndStayHidden() async throws {
        for timescale in [25, 12800] {
            try await Programs.make(
                path("in.mp4"),
                "-f lavfi -i testsrc=r=25:d=1:s=64x64 -c:v libx264 -bf 0 -video_track_timescale"
                    + " \(timescale)")
            try hideLastFrames(2, of: 25, in: "in.mp4", as: "cut.mp4")
            let cut = try await Programs.frames(of: path("cut.mp4"))
            #expect(cut.count == 23)
            _ = try MovieJoiner([path("cut.mp4"), path("cut.mp4")])
                .write(to: path("all.mp4"), overwriting: true)
            let joined = try await Programs.frames(of: path("all.mp4"))
            #expect(joined.map(\.hash) == cut.map(\.hash) + cut.map(\.hash))
        }
    }

    /// Shortens the only edit of a movie of one second.
    private func hideLastFrames(
        _ count: UInt32, of all: UInt32, in name: String, as output: String
    ) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path(name))))
        let list = try #require(bytes.firstRange(of: Array("elst".utf8)))
        let place = list.upperBound + 8
        let duration = bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        let shorter = duration / all * (all - count)
        let change = (0..<4).map { UInt8(truncatingIfNeeded: shorter >> (24 - 8 * $0)) }
        bytes.replaceSubrange(place..<place + 4, with: change)
        try folder.write(bytes, to: output)
    }
}
