// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where frames with their faces go during a run.
struct AnnotationSettings: Sendable {
    /// The path of a file or pipe, or `-`.
    var file: String?
    /// An output device of V4L2.
    var device: String?
    var overlay = OverlaySettings()

    var isEmpty: Bool { file == nil && device == nil }
    var usesStandardOutput: Bool { file == "-" }

    /// Opens what was named.
    ///
    /// - Parameter output: standard output, which knows when the run ends.
    func makeViewers(
        writingTo output: StandardOutput, stopRequest: StopRequest
    ) throws(FacecapError) -> [AnnotatingViewer] {
        var sinks: [any ImageSink] = []
        if let device { sinks.append(try VideoOutputDevice(path: device)) }
        if let file {
            sinks.append(
                usesStandardOutput
                    ? Y4MWriter(output) : try Y4MWriter(path: file, isEnding: output.isEnding))
        }
        return sinks.map { AnnotatingViewer($0, overlay: overlay, stopRequest: stopRequest) }
    }
}
