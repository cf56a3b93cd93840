// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Counts the frames that pass.
final class FrameCounter: SampleProcessor {
    let mediaTypes: Set<MediaType> = []
    private let count: @Sendable () -> Void

    /// - Parameter count: called for each frame.
    init(_ count: @escaping @Sendable () -> Void) { self.count = count }

    func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        count()
        return sample
    }
}
