// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How faces are looked for in the frames of a source: with which detector, how often, where, and at what cost.
struct SearchOptions: OptionGroup {
    let detection = DetectionOptions()
    let rhythm = RhythmOptions()
    @Option(
        .option(
            "max-latency", .duration,
            "Detect faces in a live source less often when results arrive later than this after"
                + " the capture of their frame, such as 50ms."))
    var maximumLatency: Duration?
    @Option(
        .option(
            "max-cpu", .percent,
            "Detect faces in a live source less often when the program uses more than this"
                + " percentage of one core, such as 50%."
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
