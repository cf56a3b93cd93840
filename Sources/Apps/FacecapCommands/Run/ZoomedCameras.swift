// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// Zooms the cameras of a session that runs, all of them alike.
struct ZoomedCameras: Sendable {
    let inputs: [CaptureDeviceInput]
    /// Why the zoom has to stay; `nil` where it can be changed.
    let refusal: String?
    let say: @Sendable (String) -> Void

    init(of live: RunSession, refusal: String? = nil, console: RunConsole) {
        inputs = live.cameras.map(\.input)
        self.refusal = refusal
        say = { console.say($0) }
    }

    func fulfil(_ request: ZoomRequest) {
        if let refusal { return say("the zoom stays: \(refusal)") }
        do throws(FacecapError) {
            for input in inputs { try Self.zoom(input, request) }
        } catch {
            say("the zoom stays: \(error.message)")
        }
    }

    private static func zoom(
        _ input: CaptureDeviceInput, _ request: ZoomRequest
    ) throws(FacecapError) {
        let octaves = abs(log2(request.factor / input.videoZoomFactor))
        guard let duration = request.duration, octaves > 0 else {
            return try input.setVideoZoomFactor(request.factor)
        }
        try input.ramp(
            toVideoZoomFactor: request.factor, withRate: octaves / MediaTime(duration).seconds)
    }
}
