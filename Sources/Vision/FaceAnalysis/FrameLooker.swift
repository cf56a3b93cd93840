// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceDetectors
package import FaceValues

/// Looks at the frames of one source; ``FaceNumbering`` then tells who is who.
///
/// What it says of a frame depends on the frames of the same group and on how the group before ended, see
/// ``ScanRhythm/groupLength``. It is used by one thread.
package struct FrameLooker {
    /// Pixels of these widths, in heights, squeeze nobody so much that no detector finds them.
    private static let trustedShapes = 0.5...2.0
    /// Two faces that share more of their area are one.
    private static let sameFaceOverlap = 0.3

    private var scanner: FaceScanner
    /// Looks at frames as they are stored, where their pixels are said to be far from square: a wrong word of a file
    /// must not hide a face from redaction.
    private var storedScanner: FaceScanner
    private var cameraMotion = CameraMotionMeter()
    private var view = FrameView()
    /// Of the frame that was looked at last.
    private var zoom = VideoZoom.none

    /// A looker that has `detector` for itself.
    package init(detector: any FaceDetector) {
        scanner = FaceScanner(detector: detector)
        storedScanner = FaceScanner(detector: detector)
    }

    /// Looks at a frame; `nil` where nothing was looked at, as nobody is known and no scan is due.
    ///
    /// - Parameters:
    ///   - region: where to look, in the normalized stored frame.
    ///   - scanInterval: how often a frame is searched as a whole.
    ///   - needsMotion: whether anybody asks how the camera moved.
    package mutating func look(
        at frame: CapturedFrame, region: Rect, scanInterval: ScanInterval, needsMotion: Bool = true
    ) throws(FacecapError) -> FaceLook? {
        let sample = frame.sampleBuffer
        let image = sample.pixelBuffer
        let size = image.size
        let part = region == .unit ? nil : region.scaled(x: size.width, y: size.height)
        var seen = try scanner.look(
            at: frame, as: view.show(sample), region: part, interval: scanInterval)
        if !Self.trustedShapes.contains(sample.pixelAspectRatio.value) {
            let stored = try storedScanner.look(
                at: frame, as: view.show(sample, .stored), region: part, interval: scanInterval)
            seen.scan = seen.scan ?? stored.scan
            seen.faces += stored.faces.filter { face in
                !seen.faces.contains {
                    $0.bounds.intersectionOverUnion(face.bounds) > Self.sameFaceOverlap
                }
            }
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
        let sample = frame.sampleBuffer
        func shown(_ shape: FrameView.Shape) -> CapturedFrame {
            let shown = try? view.show(sample, shape).sample
            return frame.replacingSampleBuffer(with: shown ?? sample)
        }
        if !Self.trustedShapes.contains(sample.pixelAspectRatio.value) {
            _ = storedScanner.notice(shown(.stored))
        }
        return scanner.notice(shown(.displayed))
    }

    /// Forgets everything, as after an interruption.
    package mutating func reset() {
        scanner.reset()
        storedScanner.reset()
        cameraMotion.reset()
    }
}

extension FaceScanner {
    /// Looks at a frame as a view shows it; the faces and the region are in pixels of the stored frame.
    fileprivate mutating func look(
        at frame: CapturedFrame,
        as shown: (sample: VideoSampleBuffer, fromStored: CoordinateTransform), region: Rect?,
        interval: ScanInterval
    ) throws(FacecapError) -> Result {
        var seen = try look(
            at: frame.replacingSampleBuffer(with: shown.sample),
            region: region.map(shown.fromStored.apply), interval: interval)
        if shown.fromStored != .identity {
            seen.faces = seen.faces.map(shown.fromStored.inverse.apply)
        }
        return seen
    }
}
