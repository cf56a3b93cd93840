// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

extension TemporaryFolder {
    /// A folder with `asound.conf`, a configuration of ALSA whose device `tone` needs no kernel: it plays
    /// 440 Hz, eight seconds long, mono.
    static func withTone() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let tone = (0..<(48_000 * 8)).flatMap { frame in
            let value = Int16(8000 * sin(2 * Double.pi * 440 * Double(frame) / 48_000))
            return withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        try folder.write(tone, to: "tone.raw")
        let devices = """
            </usr/share/alsa/alsa.conf>
            pcm.tonefile { type file slave.pcm { type null } file "/dev/null"
              infile "\(folder.path)/tone.raw" format "raw" }
            pcm.tone { type plug slave { pcm "tonefile" format S16_LE channels 1 rate 48000 } }

            """
        try folder.write(Array(devices.utf8), to: "asound.conf")
        return folder
    }
}
