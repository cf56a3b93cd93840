// SPDX-License-Identifier: Apache-2.0
/// What holds for samples of a fragment that do not say it themselves.
package struct SampleDefaults: Sendable, Equatable {
    /// From 1.
    package var description: UInt32 = 1
    package var duration: UInt32 = 0
    package var byteCount: UInt32 = 0
    package var flags: UInt32 = 0

    package init() {}
}
