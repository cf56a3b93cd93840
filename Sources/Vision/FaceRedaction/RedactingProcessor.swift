public import CaptureSamples
public import FaceValues
internal import Synchronization

/// Covers in every picture of a film what any of several plans covers, and the whole of a picture that none
/// of them tells of.
public final class RedactingProcessor: SampleProcessor {
    /// How many pictures something was covered in.
    public struct Counts: Sendable, Hashable {
        /// Pictures of which a part is covered.
        public fileprivate(set) var partly = 0
        /// Pictures that are covered as a whole.
        public fileprivate(set) var wholly = 0
    }

    private let plans: [RedactionPlan]
    private let redactor: PictureRedactor
    private let currentCounts = Mutex(Counts())

    /// A processor for the film of the plans.
    ///
    /// - Parameters:
    ///   - plans: without any, every picture is covered as a whole.
    ///   - method: what takes the place of faces.
    public init(plans: [RedactionPlan], method: RedactionSettings.Method) {
        self.plans = plans
        redactor = PictureRedactor(method: method)
    }

    /// Pictures alone.
    public var mediaTypes: Set<MediaType> { [.video] }

    /// The pictures so far.
    public var counts: Counts { currentCounts.withLock { $0 } }

    /// The picture with its faces covered.
    public func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        let picture = sample.pixelBuffer
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let cover = RedactionPlan.cover(at: sample.presentationTime, in: size, by: plans)
        currentCounts.withLock { counts in
            switch cover {
            case .wholePicture: counts.wholly += 1
            case .regions(let regions): counts.partly += regions.isEmpty ? 0 : 1
            }
        }
        return sample.replacingPixelBuffer(with: try redactor.cover(cover, in: picture))
    }
}
