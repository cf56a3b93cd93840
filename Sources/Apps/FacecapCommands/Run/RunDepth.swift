// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The depth camera beside the source of a run: it sees what the source sees.
struct RunDepth: Sendable {
    let input: CaptureDeviceInput
    private let estimator = DistanceEstimator()

    /// - Parameters:
    ///   - path: the device node, or `synthetic` for the distances of a synthetic source.
    ///   - source: what shows the faces.
    ///   - camera: the source's open input, whose zoom this one follows.
    ///   - duration: when to end, as the source does.
    init(
        path: String, besides source: RunSource, _ camera: CaptureDeviceInput, duration: MediaTime?
    ) throws(FacecapError) {
        var device = CaptureDevice.depthCamera(CameraDescription(path: path, name: path))
        if path == "synthetic" {
            guard let configuration = source.specifier.drawnScene(of: camera) else {
                throw FacecapError(
                    .invalidArgument,
                    "--depth synthetic tells how far drawn heads are; give --source synthetic with it."
                )
            }
            device = .syntheticDepth(configuration)
        }
        input = CaptureDeviceInput(
            device: device, maximumDuration: duration, zoomingWith: camera)
    }

    /// Opens the camera; from then on the faces that are found in the frames of the color camera have distances.
    ///
    /// Throws `invalidArgument` where the source is no camera: the times of a file are not the depth
    /// camera's.
    func join(
        _ session: CaptureSession, besides color: RunCamera
    ) async throws(FacecapError) {
        guard color.input.isLive == true else {
            let device = color.input.device
            let isDrawn = device.kind == .synthetic
            throw FacecapError(
                .invalidArgument,
                "\(device.localizedName) is not live, which --depth needs; "
                    + (isDrawn ? "leave pace=fast out." : "give a camera as --source."))
        }
        try await session.addInput(input)
        try await session.addOutput(estimator, from: [input])
        await color.orient(estimator, of: session)
        color.output.distanceSource = estimator
    }
}
