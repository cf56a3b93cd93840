// SPDX-License-Identifier: Apache-2.0
extension CaptureMetadataOutput {
    /// What a metadata output can find in frames.
    public enum ObjectType: Sendable, Hashable, CaseIterable {
        /// Faces.
        case face
    }
}
