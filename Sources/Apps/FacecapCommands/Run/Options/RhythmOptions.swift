// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
import Facecap

/// Which frames are looked at, and which of them all over.
struct RhythmOptions: OptionGroup {
    @Option(
        .option(
            "detect-every", .integer(in: 1...1000), default: 1,
            "Detect faces only in every Nth frame, and predict them in between."))
    var detectEvery: Int
    @Option(
        .option(
            "scan-every", .scanInterval, default: ScanInterval(nil),
            "Search the whole image only in every Nth frame, and track known faces in between,"
                + " which costs less CPU. auto searches every frame, or, while it can track all known faces,"
                + " every other frame by their meshes and every fourth with haar. With a camera, auto searches"
                + " no more frames than the machine can process."
        ))
    var scanEvery: ScanInterval
}
