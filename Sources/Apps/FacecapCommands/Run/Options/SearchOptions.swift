// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How faces are looked for in the frames of a source: with which detector, how often, where, and at what cost.
struct SearchOptions: OptionGroup {
    let detection = DetectionOptions()
    let rhythm = RhythmOptions()
    @Option(
        .option(
            "max-latency", .duration,
            "Search less of a live source when faces come later than this after their frame was captured,"
                + " such as 50ms."))
    var maximumLatency: Duration?
    @Option(
        .option(
            "max-cpu", .percent,
            "Search less of a live source when the program uses more than this share of one core, such as 50%."
        ))
    var maximumCPU: Double?
    let reading = ReadingOptions()
    let codes = CodeOptions()

    /// What the detector may cost.
    var limits: CaptureMetadataOutput.Limits {
        CaptureMetadataOutput.Limits(
            maximumLatencyNanoseconds: maximumLatency.map { MediaTime($0).nanoseconds },
            maximumCPUShare: maximumCPU)
    }
}
