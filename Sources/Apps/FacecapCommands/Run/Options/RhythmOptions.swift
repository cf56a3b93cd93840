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
            "scan-every", .scanInterval, default: .automatic,
            "Search the whole of every Nth frame only and follow known faces in between, which costs less."
                + " auto searches every frame of a file, and of a camera as many as the machine allows."
        ))
    var scanEvery: ScanInterval
}
