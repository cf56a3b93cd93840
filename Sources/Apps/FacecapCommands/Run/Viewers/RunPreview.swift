// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import Synchronization

/// Shows the frames of a run in a window or in the terminal.
final class RunPreview: FrameViewer, Preview.Delegate {
    /// Whether nothing else may be written to the terminal.
    let ownsTerminal: Bool
    /// The preview has a thread of its own.
    let showsAtOnce = true
    private let preview: Preview
    private let controls = Mutex<PreviewControls?>(nil)
    /// Of each camera.
    private let codes = Mutex<[Int: ShownCodes]>([:])

    /// Opens the preview that the user asked for; `nil` where they did not.
    ///
    /// Throws where it cannot be shown, or would share the terminal with data.
    init?(_ settings: RunSettings, _ context: CommandContext) throws(FacecapError) {
        guard let kind = settings.display.preview else { return nil }
        ownsTerminal = kind == .terminal
        guard !ownsTerminal || !settings.stream.writesJSON || isatty(context.output.descriptor) != 1
        else {
            throw FacecapError(
                .invalidArgument,
                "--json and --preview=terminal would both write to the terminal: send standard output "
                    + "elsewhere, such as to a file, or use --preview.")
        }
        preview = try Preview(
            kind, cameraCount: settings.source.sources.count,
            videoGravity: settings.display.gravity)
    }

    /// From now on keys and clicks do something.
    func begin(_ newControls: PreviewControls) {
        controls.withLock { $0 = newControls }
        newControls.console.show(in: self)
        preview.setDelegate(self)
    }

    /// Tells the user something for a while.
    func say(_ message: String) { preview.say(message) }

    func show(_ frame: CapturedFrame, _ observation: FaceObservation?, of scene: RunScene) {
        let sample = frame.sampleBuffer
        var shown = Preview.Frame(
            pixelBuffer: sample.pixelBuffer, orientation: sample.orientation,
            faces: observation?.faces ?? [], captureNanoseconds: sample.captureNanoseconds)
        shown.pixelAspectRatio = sample.pixelAspectRatio
        shown.codes = codes.withLock {
            $0[scene.index, default: ShownCodes()].update(
                with: observation?.codes, at: sample.presentationTime)
        }
        preview.show(shown, ofCamera: scene.index)
    }

    func finish() throws(FacecapError) { close() }

    /// Gives the screen back.
    func close() {
        preview.close()
        controls.withLock { $0 = nil }
    }

    var previewStatus: Preview.Status {
        controls.withLock { $0 }?.status ?? Preview.Status()
    }

    func previewDidReceive(_ command: Preview.Command) {
        controls.withLock { $0 }?.perform(command)
    }
}
