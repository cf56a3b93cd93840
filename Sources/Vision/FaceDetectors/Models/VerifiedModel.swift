// SPDX-License-Identifier: Apache-2.0
/// A model file whose bytes are the ones its manifest names.
///
/// What was verified is what is used: hand ``bytes`` to the detector, never the path.
package struct VerifiedModel: Sendable, Hashable {
    /// What the manifest says of it.
    package let entry: ModelEntry
    /// Where it was found.
    package let path: String
    /// The whole file.
    package let bytes: [UInt8]
}
