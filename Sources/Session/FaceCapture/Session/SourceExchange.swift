// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Another source for a capture thread to go on with, opened on that thread when the one before is closed.
struct SourceExchange: Sendable {
    /// What the outputs are told, such as `switched to B`.
    let reason: String
    /// Whether it is for another frame rate, which the outputs are told of also where it comes out the same.
    var changesFrameRate = false
    let open: @Sendable () throws(FacecapError) -> OpenSource
    /// Opens the source before again, where the other one cannot be opened.
    let putBack: @Sendable () throws(FacecapError) -> OpenSource
}
