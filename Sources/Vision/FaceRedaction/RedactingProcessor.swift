public import CaptureSamples
public import FaceValues
internal import Synchronization

/// Covers in every frame of a video what any of several plans covers, and the whole of a frame that none
/// of them tells of.
public final class RedactingProcessor: SampleProcessor {
    /// How many frames something was covered in.
    public struct Counts: Sendable, Hashable {
        /// Frames of which a part is covered.
        public fileprivate(set) var partly = 0
        /// Frames that are covered as a whole.
        public fileprivate(set) var wholly = 0
    }

    private let plans: [RedactionPlan]
    private let redactor: ImageRedactor
    private let currentCounts = Mutex(Counts())

    /// A processor for the video of the plans.
    ///
    /// - Parameters:
    ///   - plans: without any, every frame is covered as a whole.
    ///   - method: what takes the place of faces.
    public init(plans: [RedactionPlan], method: RedactionSettings.Method) {
        self.plans = plans
        redactor = ImageRedactor(method: method)
    }

    /// Frames alone.
    public var mediaTypes: Set<MediaType> { [.video] }

    /// The frames so far.
    public var counts: Counts { currentCounts.withLock { $0 } }

    /// The frame with its faces covered.
    public func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        let image = sample.pixelBuffer
        let size = Size(width: Double(image.width), height: Double(image.height))
        let cover = RedactionPlan.cover(at: sample.presentationTime, in: size, by: plans)
        currentCounts.withLock { counts in
            switch cover {
            case .wholeImage: counts.wholly += 1
            case .regions(let regions): counts.partly += regions.isEmpty ? 0 : 1
            }
        }
        return sample.replacingPixelBuffer(with: try redactor.cover(cover, in: image))
    }
}
