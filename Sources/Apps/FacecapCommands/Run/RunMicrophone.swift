// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The microphone beside the cameras of a session, and who hears of it.
struct RunMicrophone: Sendable {
    let input: CaptureDeviceInput
    let output: CaptureAudioDataOutput

    /// Opens the microphone in a session.
    init(
        _ device: CaptureDevice, duration: MediaTime?, in session: CaptureSession
    ) async throws(FacecapError) {
        input = CaptureDeviceInput(device: device, maximumDuration: duration)
        output = CaptureAudioDataOutput()
        try await session.addInput(input)
        try await session.addOutput(output, from: [input])
    }
}
