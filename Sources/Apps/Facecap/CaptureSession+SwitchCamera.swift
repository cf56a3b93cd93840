// SPDX-License-Identifier: Apache-2.0
public import CameraInput
public import FaceCapture
public import FaceValues

extension CaptureSession {
    /// Goes on with the other camera: from one that looks to the front with one that looks to the back and the other
    /// way round, else with the one whose node follows, in a circle.
    ///
    /// It opens each camera for a moment; see ``FaceCapture/CaptureSession/switchDevice(of:to:)`` for what goes on.
    ///
    /// - Parameters:
    ///   - input: whose camera it is.
    ///   - request: what the camera is asked for.
    /// - Returns: the camera that is used now.
    /// - Throws: `.sourceNotFound` where there is no other camera; else why it cannot be used, and the one before goes
    ///   on.
    @discardableResult
    public func switchCamera(
        of input: CaptureDeviceInput, request: CameraRequest = CameraRequest()
    ) throws(FacecapError) -> CaptureDevice {
        let cameras = CameraCatalogue.cameras().filter { $0.unavailability == nil }
        guard let next = CameraDescription.other(than: input.device.uniqueID, among: cameras) else {
            throw FacecapError(.sourceNotFound, "There is no other camera; plug one in.")
        }
        let device = CaptureDevice.camera(next, request: request)
        try switchDevice(of: input, to: device)
        return device
    }
}

extension CameraDescription {
    /// The camera that is switched to from the one at a path; `nil` where there is no other.
    static func other(than path: String, among cameras: [CameraDescription]) -> CameraDescription? {
        guard let index = cameras.firstIndex(where: { $0.path == path }) else {
            return cameras.first
        }
        let others = cameras[(index + 1)...] + cameras[..<index]
        let opposite: Position? =
            switch cameras[index].position {
            case .front: .back
            case .back: .front
            case .external, nil: nil
            }
        return others.first { $0.position != nil && $0.position == opposite } ?? others.first
    }
}
