// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Finds faces with a YuNet 2023 model, with five points, roll, yaw and pitch; see ``NetworkDetector``.
///
/// The network runs on the processor's own kernels where they know it, else on OpenCV; see
/// ``DetectorDescription/Kernel``.
///
/// Source: Wu, Peng, Yu, "YuNet: a tiny millisecond-level face
/// detector", Machine Intelligence Research 2023.
package final class YuNetDetector: NetworkDetector, @unchecked Sendable {
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
        try super.init(.yunet, model: model, description: description, options: options, mesh: mesh)
    }

    /// A detector from an ONNX file.
    ///
    /// - Throws: `modelNotFound` for a file that is not there, otherwise as from bytes.
    package convenience init(
        modelPath: String, description: DetectorDescription? = nil, options: Options = Options()
    ) throws(FacecapError) {
        try self.init(
            model: try ModelFile.read(modelPath),
            description: description ?? DetectorDescription(name: "yunet", modelName: modelPath),
            options: options)
    }
}
