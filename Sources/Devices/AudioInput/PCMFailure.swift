// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A call of ALSA that failed on a running device.
struct PCMFailure: Error, Equatable {
    /// The negative `errno` that it returned.
    let number: CInt

    /// Whether audio was lost, but the device goes on once it is started again.
    var isOverrun: Bool { number == -EPIPE || number == -ESTRPIPE }
}
