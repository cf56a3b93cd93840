import Facecap

/// What a user can say of frames with their faces that go elsewhere during a run.
enum AnnotationOptions {
    static let annotate: Parameter<String?> = .option(
        "annotate",
        .text("FILE", allowed: "a new file, a named pipe, or -", completion: .files),
        "Write every frame with its faces as Y4M, upright, to a new file, a named pipe or, with -,"
            + " to standard output in the place of the table.")
    static let device: Parameter<String?> = .option(
        "to-device", .text("DEVICE", allowed: "a device such as /dev/video7", completion: .files),
        "Show every frame with its faces, upright, to other programs as a camera: on an output"
            + " device of V4L2, such as one of v4l2loopback.")

    static let declarations =
        [annotate.declaration, device.declaration] + OverlayOptions.declarations

    /// What the user's words mean.
    static func settings(
        _ invocation: Invocation, of live: LiveSettings
    ) throws(FacecapError) -> AnnotationSettings {
        let settings = AnnotationSettings(
            file: invocation[annotate], device: invocation[device],
            overlay: OverlayOptions.settings(invocation))
        guard !settings.usesStandardOutput || !live.writesJSON else {
            throw FacecapError(
                .invalidArgument,
                "--json and --annotate - both want standard output; write the frames to a file or"
                    + " pipe: --annotate FILE.")
        }
        guard settings.isEmpty || live.sources.count == 1 else {
            throw FacecapError(
                .invalidArgument,
                "--annotate and --to-device pass on the frames of one source; give one --source.")
        }
        return settings
    }
}
