// SPDX-License-Identifier: Apache-2.0
/// Why waiting for a device ended.
enum PCMReadiness: Equatable {
    /// There is audio to read.
    case audio
    /// The device has an error to tell of when it is read.
    case failed
    /// Somebody woke the thread.
    case woken
    /// The time is over.
    case nothing
}
