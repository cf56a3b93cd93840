// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user can say of frames with their faces that go elsewhere during a run.
struct AnnotationOptions: OptionGroup {
    @Option(
        .option(
            "annotate",
            .text("FILE", allowed: "a new file, a named pipe, or -", completion: .files),
            "Draw the faces onto every frame and write it upright, as Y4M, to a new file or a"
                + " named pipe, or with - to standard output instead of the table. Of a camera,"
                + " frames are left out while the reader or the processor is busy."))
    var file: String?
    @Option(
        .option(
            "to-device",
            .text("DEVICE", allowed: "a device such as /dev/video7", completion: .files),
            "Draw the faces onto every frame and write it upright to a V4L2 output device, such"
                + " as one of v4l2loopback, which other programs open as a camera."))
    var device: String?
    let overlay = OverlayOptions()

    static var rules: [OptionRule] {
        [
            .of(
                .all(of: OverlayOptions.self), need: ["annotate", "to-device"],
                "says how faces are drawn")
        ]
    }

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
