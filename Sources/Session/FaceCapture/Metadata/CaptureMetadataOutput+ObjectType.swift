// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureMetadataOutput {
    /// What a metadata output can find in frames.
    public enum ObjectType: Sendable, Hashable, CaseIterable {
        /// Faces.
        case face
        /// Machine-readable codes of a kind. They are looked for five times a second, beside the faces and without
        /// changing how often those are, in a process of its own: the program has to call
        /// `IsolatedFileInput.serveIfAsked()` first of all.
        case machineReadableCode(MetadataMachineReadableCodeObject.Symbology)

        /// All that can be asked for.
        public static var allCases: [ObjectType] {
            [.face]
                + MetadataMachineReadableCodeObject.Symbology.allCases.map {
                    .machineReadableCode($0)
                }
        }

        /// The kind of code; `nil` of what is none.
        var symbology: MetadataMachineReadableCodeObject.Symbology? {
            if case .machineReadableCode(let symbology) = self { symbology } else { nil }
        }
    }

    /// What can be asked for.
    public var availableMetadataObjectTypes: Set<ObjectType> { Set(ObjectType.allCases) }
}
