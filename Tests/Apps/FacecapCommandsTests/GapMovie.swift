// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import TestSupport
import Testing

/// Movies of twenty frames, 30 a second, of one face that stands still; the second ten come 3 s late.
struct GapMovie {
    static var canBeMade: Bool { InstalledProgram.ffmpeg != nil }

    /// A tenth frame that is shown for 3 s.
    let still: String
    /// The same where nothing is known between the tenth and the eleventh frame.
    let withGap: String
    let gapStart: Double
    let gapEnd: Double

    /// Copies of the movies, which are made once.
    init(in folder: TemporaryFolder) async throws {
        let (movie, _) = try await Self.made.value
        func copied(_ path: String, _ name: String) throws -> String {
            let copy = folder.path + "/" + name
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return copy
        }
        still = try copied(movie.still, "still.mp4")
        withGap = try copied(movie.withGap, "gap.mp4")
        (gapStart, gapEnd) = (movie.gapStart, movie.gapEnd)
    }

    private static let made = Task {
        let folder = try TemporaryFolder()
        return (try await GapMovie(madeIn: folder), folder)
    }

    private init(madeIn folder: TemporaryFolder) async throws {
        func path(_ name: String) -> String { folder.path + "/" + name }
        func succeed(_ arguments: [String], of program: String? = nil) async throws {
            let run =
                if let program { try await CommandRunner.run(arguments, of: program) } else {
                    try await CommandRunner.run(arguments)
                }
            try #require(run.exitCode == 0, "\(run.messages)")
        }
        try await succeed([
            "record", path("drawn.mp4"), "--quiet", "--detector", "haar", "--detect-every", "1000",
            "--source", "synthetic:faces=1,size=320x240,frames=20,pace=fast,motion=still",
        ])
        try await succeed(
            [
                "-v", "error", "-i", path("drawn.mp4"), "-map", "0:v", "-vf",
                "setpts=PTS+gte(N\\,10)*3/TB", "-vsync", "vfr", "-c:v", "libx264",
                path("file.mp4"),
            ], of: InstalledProgram.ffmpeg ?? "")
        still = path("still.mp4")
        withGap = path("gap.mp4")
        try await succeed(["analyze", path("file.mp4"), "-o", still] + CheapDetection.ofOneFace)

        let frames = try Self.frames(of: still)
        try #require(frames.count == 20)
        let timescale = frames[0].time.timescale
        let start = frames[9].time.value + (frames[9].time.value - frames[8].time.value)
        gapStart = Double(start) / Double(timescale)
        gapEnd = frames[10].time.seconds
        var samples = frames.map { (ticks: $0.time.value, bytes: $0.bytes) }
        samples.insert((start, []), at: 10)
        var editor = try MovieEditor(path: still)
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry, timescale: timescale, samples: samples))
        try editor.write(to: withGap)
    }

    /// Whether a time lies in the gap, and not at its edge.
    func isInGap(_ time: Double) -> Bool { time > gapStart + 0.001 && time < gapEnd - 0.001 }

    /// The times at which a movie's face track says something, and the bytes that it says.
    private static func frames(
        of path: String
    ) throws -> [(time: MediaTime, bytes: [UInt8])] {
        var encoder = FaceSampleEncoder(format: FaceTrackFormat())
        var cursor = try FaceTrackReader(path: path).frames()
        var frames: [(time: MediaTime, bytes: [UInt8])] = []
        while let observation = try cursor.nextObservation() {
            frames.append((observation.presentationTime, encoder.encode(observation)))
        }
        return frames
    }
}
