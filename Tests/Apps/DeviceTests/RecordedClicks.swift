// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The clicks of a ``ClickPlayer`` in audio that was recorded.
struct RecordedClicks {
    struct Click {
        /// Seconds since the first sample.
        let seconds: Double
        /// Which kind of click its length says it is.
        let kind: Int
    }

    let clicks: [Click]

    /// The clicks in the audio of a file, on the file's times.
    init(inFile path: String) async throws {
        let samples = path + ".f32"
        let result = try await CommandRunner.run(
            [
                "ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:a:0", "-ac", "1", "-ar",
                "48000", "-f", "f32le", samples,
            ], of: "/usr/bin/env", within: 300)
        #expect(result.exitCode == 0, "\(result.messages)")
        let probe = try await CommandRunner.run(
            [
                "ffprobe", "-v", "error", "-select_streams", "a:0", "-show_entries",
                "stream=start_time", "-of", "default=nw=1:nk=1", path,
            ], of: "/usr/bin/env")
        let start = Double(probe.output.prefix { $0 != "\n" }) ?? 0
        clicks = Self.clicks(in: FileManager.default.contents(atPath: samples) ?? Data(), start)
    }

    /// Stretches of loud samples; a sine of 1000 Hz is never quiet for 2 ms.
    private static func clicks(in bytes: Data, _ start: Double) -> [Click] {
        var clicks: [Click] = []
        var stretch: (first: Int, last: Int)?
        func end() {
            guard let (first, last) = stretch else { return }
            let length = Double(last - first) / 48_000
            let kind = Int((length / ClickPlayer.step).rounded()) - 1
            clicks.append(Click(seconds: start + Double(first) / 48_000, kind: kind))
        }
        bytes.withUnsafeBytes { bytes in
            for index in 0..<(bytes.count / 4) {
                let sample = bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
                guard abs(sample) > 0.2 else { continue }
                if let (first, last) = stretch, index - last < 96 {
                    stretch = (first, index)
                } else {
                    end()
                    stretch = (index, index)
                }
            }
        }
        end()
        return clicks
    }
}
