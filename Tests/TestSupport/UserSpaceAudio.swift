// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Audio devices without a kernel: a configuration of ALSA for this process with devices of its own.
///
/// `tone` plays a second of a sine over and over, as fast as it is read; `played` keeps what it is given
/// in ``playedPath``; `missing` is no device. Where the shared device lab is, there are also `lab`, which
/// plays in real time, and its faulty relatives. The devices are those of a whole process, as ALSA reads
/// its configuration once.
public enum UserSpaceAudio {
    /// Prepares the devices, once; whether those of the lab are there too.
    public static let hasLab: Bool = {
        guard let folder else { return false }
        var devices = """
            </usr/share/alsa/alsa.conf>
            pcm.tonefile { type file slave.pcm { type null } file "/dev/null"
              infile "\(folder.path)/tone.raw" format "raw" }
            pcm.tone { type plug slave { pcm "tonefile" format S16_LE channels 2 rate 48000 }
              hint { show on description "A tone" } }
            pcm.played { type file slave.pcm { type null } file "\(folder.path)/played.raw"
              format "raw" }
            """
        let library = compileLab(in: folder.path)
        if let library { devices += labDevices(library, tone: folder.path + "/tone.raw") }
        let path = try? folder.write(Array((devices + "\n").utf8), to: "asound.conf")
        setenv("ALSA_CONFIG_PATH", path ?? "", 1)
        return library != nil
    }()

    /// The file of what `played` was given.
    public static var playedPath: String { (folder?.path ?? "") + "/played.raw" }

    /// Makes sure that the devices are there.
    public static func prepare() { _ = hasLab }

    /// Where it all lies until the process ends; the tone is 440 Hz at -6 dBFS, 20 s, S16_LE, stereo.
    private static let folder: TemporaryFolder? = {
        let folder = try? TemporaryFolder(inMemory: true)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48_000 * 4)
        for frame in 0..<48_000 {
            let value = Int16(16_384 * sin(2 * Double.pi * 440 * Double(frame) / 48_000))
            for _ in 0..<2 { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        }
        _ = try? folder?.write(Array(repeatElement(bytes, count: 20).joined()), to: "tone.raw")
        return folder
    }()

    private static func labDevices(_ library: String, tone: String) -> String {
        let kinds = [
            "lab": "", "labdrift": "ppm 200", "labxrun": "xrun_at 24000",
            "labgone": "gone_at 24000", "labbusy": "open_error 16", "labdenied": "open_error 13",
        ]
        return kinds.reduce("\npcm_type.lab { lib \"\(library)\" }") { text, kind in
            text + "\npcm.\(kind.key) { type lab file \"\(tone)\" \(kind.value) }"
        }
    }

    private static func compileLab(in folder: String) -> String? {
        let source = SharedMedia.path("device-lab/user-space/pcm_lab.c")
        guard SharedMedia.isAvailable, FileManager.default.fileExists(atPath: source) else {
            return nil
        }
        let library = folder + "/libasound_module_pcm_lab.so"
        let words = ["cc", "-shared", "-fPIC", "-DPIC", "-O1", source, "-o", library, "-lasound"]
        return CommandRunner.output(of: words) == nil ? nil : library
    }
}
