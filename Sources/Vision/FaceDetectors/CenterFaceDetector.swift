// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Finds faces with the CenterFace model, with five points, roll, yaw and pitch; see ``NetworkDetector``.
///
/// It costs five times what ``YuNetDetector`` does and finds no more; it is for machines that YuNet's
/// model cannot be brought to. Its model is read again for every new size of image.
///
/// Source: Xu et al., "CenterFace: joint face detection and alignment
/// using face as point", 2019.
package final class CenterFaceDetector: NetworkDetector, @unchecked Sendable {
    /// A detector from the bytes of an ONNX file, which are not needed afterwards.
    ///
    /// - Parameter mesh: what looks at found faces again, for this detector alone; `nil` for the network's own
    ///   five points.
    /// - Throws: `modelUnreadable` for bytes that are no such model, `invalidArgument` for options
    ///   out of range.
    package init(
        model: [UInt8], description: DetectorDescription? = nil, options: Options = Options(),
        mesh: FaceMesh? = nil
    ) throws(FacecapError) {
        try super.init(
            .centerface, model: model, description: description, options: options, mesh: mesh)
    }

    /// A detector from an ONNX file.
    ///
    /// - Throws: `modelNotFound` for a file that is not there, otherwise as from bytes.
    package convenience init(
        modelPath: String, description: DetectorDescription? = nil, options: Options = Options()
    ) throws(FacecapError) {
        try self.init(
            model: try ModelFile.read(modelPath),
            description: description
                ?? DetectorDescription(name: "centerface", modelName: modelPath),
            options: options)
    }
}
