// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Another source for a capture thread to go on with, opened on that thread when the one before is closed.
struct SourceExchange: Sendable {
    /// What the outputs are told: `switched to` another device, or `changed to` another preset or frame rate.
    let reason: String
    /// Whether it is for another frame rate, which the outputs are told of also where it comes out the same.
    var changesFrameRate = false
    let open: @Sendable () throws(FacecapError) -> OpenSource
    /// Opens the source before again, where the other one cannot be opened.
    let putBack: @Sendable () throws(FacecapError) -> OpenSource
}

extension CaptureDelivery.Notice {
    /// Whether data stops for a while because another device, preset or frame rate was asked for; sources have other
    /// reasons.
    package var tellsOfExchange: Bool {
        guard case .interrupted(let reason) = self else { return false }
        return reason.hasPrefix("switched to ") || reason.hasPrefix("changed to ")
    }
}
