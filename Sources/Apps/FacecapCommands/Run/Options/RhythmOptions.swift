// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which frames are looked at, and which of them all over.
struct RhythmOptions: OptionGroup {
    @Option(
        .option(
            "detect-every", .integer(in: 1...1000), default: 1,
            "Look for faces in every Nth frame only; in between they are predicted."))
    var detectEvery: Int
    @Option(
        .option(
            "scan-every", .scanInterval, default: ScanInterval(nil),
            "Search the whole of every Nth frame only and follow known faces in between, which costs less."
                + " auto searches every frame, every second while it can follow all known faces by their"
                + " meshes, and of a camera no more than the machine allows."
        ))
    var scanEvery: ScanInterval
}
