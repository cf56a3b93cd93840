// SPDX-License-Identifier: Apache-2.0
/// What waiting for a device ended with.
enum DeviceReadiness {
    /// A buffer is filled.
    case ready
    /// The device is in trouble; dequeuing says which.
    case failed
    /// Someone wants the waiting to end.
    case woken
    /// The time is over, or a signal came.
    case nothing
}
