// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
package import FaceDetectors
package import FaceValues

/// Looks at the frames of one source; ``FaceNumbering`` then tells who is who.
///
/// What it says of a frame depends on the frames of the same group and on how the group before ended, see
/// ``ScanRhythm/groupLength``. It is used by one thread.
package struct FrameLooker {
    private var scanner: FaceScanner
    private var cameraMotion = CameraMotionMeter()
    private var view = FrameView()
    /// Of the frame that was looked at last.
    private var zoom = VideoZoom.none

    /// A looker that has `detector` for itself.
    package init(detector: any FaceDetector) { scanner = FaceScanner(detector: detector) }

    /// Looks at a frame; `nil` where nothing was looked at, as nobody is known and no scan is due.
    ///
    /// - Parameters:
    ///   - region: where to look, in the normalized stored frame.
    ///   - scanInterval: every how many frames everything is looked at.
    ///   - needsMotion: whether anybody asks how the camera moved.
    package mutating func look(
        at frame: CapturedFrame, region: Rect, scanInterval: ScanInterval, needsMotion: Bool = true
    ) throws(FacecapError) -> FaceLook? {
        let sample = frame.sampleBuffer
        let image = sample.pixelBuffer
        let size = Size(width: Double(image.width), height: Double(image.height))
        let part = region == .unit ? nil : region.scaled(x: size.width, y: size.height)
        let shown = view.show(sample)
        var seen = try scanner.look(
            at: frame.replacingSampleBuffer(with: shown.sample),
            region: part.map(shown.fromStored.apply), interval: scanInterval)
        if shown.fromStored != .identity {
            seen.faces = seen.faces.map(shown.fromStored.inverse.apply)
        }
        guard let scan = seen.scan else { return nil }
        if let meter = FaceAppearanceMeter(image) {
            for index in seen.faces.indices {
                let bounds = seen.faces[index].bounds
                seen.faces[index].appearance = meter.appearance(of: bounds)
                seen.faces[index].sampling = FaceSampling(of: bounds, in: image)
            }
        }
        // What is magnified otherwise has not moved.
        if sample.zoom != zoom { cameraMotion.reset() }
        zoom = sample.zoom
        let motion = cameraMotion.motion(
            of: image, frame: frame.id.number, isNeeded: needsMotion && !seen.isCut)
        return FaceLook(
            imageSize: size, scan: scan, isCut: seen.isCut, cameraMotion: motion,
            faces: seen.faces)
    }

    /// Takes notice of a frame of the group before the first one that is looked at; whether it showed anything, so
    /// that none before it needs to be noticed.
    package mutating func notice(_ frame: CapturedFrame) -> Bool {
        scanner.notice(frame.replacingSampleBuffer(with: view.show(frame.sampleBuffer).sample))
    }

    /// Forgets everything, as after an interruption.
    mutating func reset() {
        scanner.reset()
        cameraMotion.reset()
    }
}
