// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that may be on this machine: for `.enabled(if:)`.
enum InstalledProgram {
    static let bash = path("bash")
    static let cc = path("cc")
    static let exiftool = path("exiftool")
    static let ffmpeg = path("ffmpeg")
    static let ffprobe = path("ffprobe")
    static let fish = path("fish")
    static let man = path("man")
    static let script = path("script")
    static let zsh = path("zsh")

    private static func path(_ name: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
            .first { access($0, X_OK) == 0 }
    }
}
