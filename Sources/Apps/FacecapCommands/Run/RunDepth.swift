// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The depth camera beside the source of a run: it sees what the source sees.
struct RunDepth: Sendable {
    let input: CaptureDeviceInput
    private let estimator = DistanceEstimator()

    /// - Parameters:
    ///   - path: the device node.
    ///   - duration: when to end, as the source does.
    init(path: String, duration: MediaTime?) {
        input = CaptureDeviceInput(
            device: .depthCamera(CameraDescription(path: path, name: path)),
            maximumDuration: duration)
    }

    /// Opens the camera; from then on the faces that `metadataOutput` finds have distances.
    ///
    /// Throws `invalidArgument` where the source is no camera: the times of a file are not the depth
    /// camera's.
    func join(
        _ session: CaptureSession, besides source: CaptureDeviceInput,
        measuring metadataOutput: CaptureMetadataOutput
    ) async throws(FacecapError) {
        guard source.isLive == true else {
            throw FacecapError(
                .invalidArgument,
                "\(source.device.localizedName) is not live, but --depth is a camera of this moment; "
                    + "give a camera as --source.")
        }
        try await session.addInput(input)
        try await session.addOutput(estimator, from: [input])
        metadataOutput.distanceSource = estimator
    }
}
