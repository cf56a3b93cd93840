// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Synchronization

extension CaptureMetadataOutput {
    /// What keeps faces from being found, as observations say it: what a program says itself, or what
    /// ``rectOfInterest`` leaves out; `nil` for nothing.
    package var searchLimits: String? {
        get {
            statedSearchLimits.withLock { $0 } ?? SearchLimits(storedRegion: rectOfInterest).text
        }
        set { statedSearchLimits.withLock { $0 = newValue } }
    }
}
