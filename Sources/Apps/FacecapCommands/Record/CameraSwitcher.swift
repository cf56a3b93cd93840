import Facecap

/// Puts another camera behind the only input of a session that runs.
struct CameraSwitcher: Sendable {
    let session: CaptureSession
    let inputs: [CaptureDeviceInput]
    let say: @Sendable (String) -> Void

    init(of live: LiveSession, console: LiveConsole) {
        session = live.session
        inputs = live.cameras.map(\.input)
        say = { console.say($0) }
    }

    /// Goes on with the camera that `source` names, soon; where that fails, the user is told why, and
    /// the one in use stays.
    func switchCamera(to source: String) {
        guard let input = inputs.first, inputs.count == 1 else {
            return say("the cameras stay: of several none can be switched")
        }
        Task {
            do throws(FacecapError) {
                let device = try SourceSpecifier(source).device()
                try await session.switchDevice(of: input, to: device)
            } catch {
                say("the camera stays: \(error.message)")
            }
        }
    }
}
