// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture

/// What a call's photos need of the camera, one after the other, and which frames have it.
struct PhotoSteps {
    private enum Phase {
        /// Nothing is under way.
        case none
        /// The camera is being changed.
        case changing(CameraNeed)
        /// It is, and the frames have yet to show it.
        case waiting(ChangedFrames)
    }

    /// Frames that are darker than this have the lamp flash where it decides itself.
    private static let darkness = 0.2

    private let settings: CapturePhotoSettings
    private var phase = Phase.none
    private var needsLeft: ArraySlice<CameraNeed>
    /// How bright the last frame was before the change.
    private var brightness: Double?

    init(_ settings: CapturePhotoSettings) {
        self.settings = settings
        needsLeft = settings.bracket?.needs[...] ?? []
    }

    /// Whether a photo was begun whose frame is not there yet.
    var isUnderWay: Bool { if case .none = phase { false } else { true } }

    /// Whether the camera is being changed, so that frames would be in vain.
    var isChanging: Bool { if case .changing = phase { true } else { false } }

    /// What has to be changed before the photo that comes next, of which a frame has come; `nil` where it can be
    /// that photo itself.
    mutating func begin(with candidate: PhotoCandidate) -> CameraNeed? {
        guard settings.bracket != nil || settings.flashMode != .off else { return nil }
        brightness = candidate.brightness
        // A bracket of nothing is refused where the bias would be set.
        if settings.bracket != nil { return begin(needsLeft.popFirst() ?? .bias(.nan)) }
        switch settings.flashMode {
        case .off: return nil
        case .on: return begin(.flash)
        case .auto: return (brightness ?? 0) < Self.darkness ? begin(.flash) : nil
        }
    }

    private mutating func begin(_ need: CameraNeed) -> CameraNeed {
        phase = .changing(need)
        return need
    }

    /// The camera is what it has to be.
    ///
    /// - Parameter isNew: whether it was something else before.
    mutating func changed(at nanoseconds: Int64, isNew: Bool) {
        guard case .changing(let need) = phase else { return }
        phase = .waiting(
            ChangedFrames(
                since: nanoseconds, after: need, brightness: isNew ? brightness : nil))
    }

    /// Whether a frame shows the change, and so is the photo.
    mutating func accepts(_ candidate: PhotoCandidate) -> Bool {
        guard case .waiting(var frames) = phase else { return false }
        let isShown = frames.shows(
            captureNanoseconds: candidate.frame.sampleBuffer.captureNanoseconds,
            brightness: candidate.brightness)
        phase = isShown ? .none : .waiting(frames)
        return isShown
    }

    /// Whether photos of a bracket are to come.
    var hasMore: Bool { !needsLeft.isEmpty }
}
