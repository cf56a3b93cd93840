// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues

/// What a capture device says it can make, before anything is asked of it.
struct PCMCapability: Sendable, Hashable {
    let sampleRates: ClosedRange<Int>
    let channelCounts: ClosedRange<Int>
    /// Of those that are read.
    let formats: [PCMSampleFormat]

    /// Opens the device for a moment; throws why it cannot be.
    init(ofDevice name: String) throws(FacecapError) {
        let handle = try PCMHandle(capturing: name)
        let parameters = try HardwareParameters(handle)
        sampleRates = try parameters.sampleRates()
        channelCounts = try parameters.channelCounts()
        formats = PCMSampleFormat.allCases.filter(parameters.allows)
    }
}
