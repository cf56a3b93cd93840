// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user can say of frames with their faces that go elsewhere during a run.
struct AnnotationOptions: OptionGroup {
    @Option(
        .option(
            "annotate",
            .text("FILE", allowed: "a new file, a named pipe, or -", completion: .files),
            "Write every frame with its faces as Y4M, upright, to a new file, a named pipe or, with -,"
                + " to standard output in the place of the table."))
    var file: String?
    @Option(
        .option(
            "to-device",
            .text("DEVICE", allowed: "a device such as /dev/video7", completion: .files),
            "Show every frame with its faces, upright, to other programs as a camera: on an output"
                + " device of V4L2, such as one of v4l2loopback."))
    var device: String?
    let overlay = OverlayOptions()

    /// What the user's words mean for a run.
    func settings(of run: RunSettings) throws(FacecapError) -> AnnotationSettings {
        let settings = AnnotationSettings(file: file, device: device, overlay: overlay.settings)
        guard !settings.usesStandardOutput || !run.stream.writesJSON else {
            throw FacecapError(
                .invalidArgument,
                "--json and --annotate - both want standard output; write the frames to a file or"
                    + " pipe: --annotate FILE.")
        }
        guard settings.isEmpty || run.source.sources.count == 1 else {
            throw FacecapError(
                .invalidArgument,
                "--annotate and --to-device pass on the frames of one source; give one --source.")
        }
        return settings
    }
}
