// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
internal import Synchronization

/// Covers in every frame of a video what any of several plans covers, and the whole of a frame that none
/// of them tells of.
package final class RedactingProcessor: SampleProcessor {
    /// How many frames something was covered in.
    package struct Counts: Sendable, Hashable {
        /// Frames of which a part is covered.
        package fileprivate(set) var partly = 0
        /// Frames that are covered as a whole.
        package fileprivate(set) var wholly = 0
    }

    private let plans: [RedactionPlan]
    private let redactor: ImageRedactor
    private let currentCounts = Mutex(Counts())

    /// A processor for the video of the plans.
    ///
    /// - Parameters:
    ///   - plans: without any, every frame is covered as a whole.
    ///   - method: what takes the place of faces.
    package init(plans: [RedactionPlan], method: RedactionSettings.Method) {
        self.plans = plans
        redactor = ImageRedactor(method: method)
    }

    /// Frames alone.
    package var mediaTypes: Set<MediaType> { [.video] }

    /// The frames so far.
    package var counts: Counts { currentCounts.withLock { $0 } }

    /// The frame with its faces covered.
    package func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        let image = sample.pixelBuffer
        let cover = RedactionPlan.cover(
            at: sample.presentationTime, in: image.size, by: plans)
        currentCounts.withLock { counts in
            if cover == .wholeImage {
                counts.wholly += 1
            } else if cover.hides(anythingOf: image.size) {
                counts.partly += 1
            }
        }
        return sample.replacingPixelBuffer(with: try redactor.cover(cover, in: image))
    }
}
