// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
import Synchronization

/// Watches the images of an input while its user wants to know of changes.
final class SubjectAreaWatch: Sendable {
    private weak let input: CaptureDeviceInput?
    /// `nil` while nobody wants to know; used by the capture thread.
    private let monitor = Mutex<SubjectAreaMonitor?>(nil)

    init(_ input: CaptureDeviceInput) { self.input = input }

    /// Looks at a frame, where a look is due; whether the image has changed.
    func sees(changeIn sample: VideoSampleBuffer) -> Bool {
        let isWanted = input?.isSubjectAreaChangeMonitoringEnabled == true
        return monitor.withLock { monitor in
            monitor = isWanted ? monitor ?? SubjectAreaMonitor() : nil
            return monitor?.sees(changeIn: sample) == true
        }
    }
}
