// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Counts the frames that pass, and keeps the time of the first one and what their source warns of.
final class FrameCounter: SampleProcessor {
    let mediaTypes: Set<MediaType> = []
    private let count: @Sendable () -> Void
    private let first = Mutex<MediaTime?>(nil)
    private let noted = Mutex<[FacecapError]>([])

    /// - Parameter count: called for each frame.
    init(_ count: @escaping @Sendable () -> Void) { self.count = count }

    /// When the first frame is shown; `nil` before it.
    var firstTime: MediaTime? { first.withLock { $0 } }

    /// What is wrong with the source, as far as it was read.
    var warnings: [FacecapError] { noted.withLock { $0 } }

    func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        first.withLock { $0 = $0 ?? sample.presentationTime }
        count()
        return sample
    }

    func note(_ warning: FacecapError) { noted.withLock { $0.append(warning) } }
}
