// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport
import Synchronization

/// The movie around a live photo.
final class LivePhotoMovie: CaptureFileOutputRecordingDelegate {
    private struct State {
        var failure: FacecapError?
        /// Whether its photo was begun, and the file was.
        var hasMoment = false
        var hasFile = false
        /// Whether the photo failed, perhaps before anybody said that it was begun.
        var isRemoved = false
    }

    private let movie: CaptureMovieFileOutput
    private let console: RunConsole
    private let ended: @Sendable () -> Void
    private let state = Mutex(State())

    /// Adds an output to the camera's session, which keeps the time before a photo from then on.
    ///
    /// - Parameters:
    ///   - margin: how much is recorded before and after the photo.
    ///   - microphone: whose audio is recorded instead of the camera's own.
    ///   - ended: called when the movie is whole, or failed.
    init(
        _ settings: PhotoRunSettings, margin: MediaTime, of camera: RunCamera,
        microphone: CaptureDeviceInput?, in session: CaptureSession, console: RunConsole,
        ended: @escaping @Sendable () -> Void
    ) async throws(FacecapError) {
        movie = CaptureMovieFileOutput()
        self.console = console
        self.ended = ended
        let recording = try Self.recording(settings, margin: margin)
        try await camera.addOutput(movie, from: microphone, to: session)
        if settings.movieAudio != nil, (microphone ?? camera.input).audioFormat == nil {
            console.say("\(camera.input.device.localizedName) has no audio to record")
        }
        movie.setRecordingDelegate(self)
        movie.startRecording(recording)
    }

    /// Why there is no movie; `nil` where nothing went wrong.
    var error: FacecapError? { state.withLock { $0.failure } }

    /// Records what lies around the session time of a photo.
    func record(around time: MediaTime) {
        let isRemoved = state.withLock { state in
            state.hasMoment = true
            return state.isRemoved
        }
        if !isRemoved { movie.recordMoment(at: time) }
    }

    /// Removes what was recorded around a photo that could not be made.
    func remove() {
        let (hasMoment, hasFile) = state.withLock { state in
            state.isRemoved = true
            return (state.hasMoment, state.hasFile)
        }
        if hasFile { movie.deleteLastFile() }
        if hasMoment { movie.cancelRecording() }
    }

    /// Lets go of the movie, which holds on to this.
    func finish() { movie.setRecordingDelegate(nil) }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .fileFinished(let path, let duration, let byteCount):
            let summary = RecordingSummary.text(duration: duration, byteCount: byteCount)
            console.remark("saved \(path): \(summary)")
            ended()
        case .failed(let error):
            state.withLock { $0.failure = error }
            console.say("the movie failed: " + error.ofCommand.message)
            ended()
        case .warning(let error): console.say(error.message)
        case .fileStarted: state.withLock { $0.hasFile = true }
        case .fileDeleted, .progress, .paused, .resumed, .markerAdded, .limitReached,
            .completed, .cancelled:
            break
        }
    }

    /// Where the movie of a photo lies.
    static func path(of photo: CapturePhotoSettings) -> String? {
        photo.path.map { String($0.withoutPathExtension) + ".mov" }
    }

    private static func recording(
        _ settings: PhotoRunSettings, margin: MediaTime
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings {
        var recording = CaptureMovieFileOutput.Settings(
            path: path(of: settings.photo(ofSource: 0)) ?? "")
        var video = VideoEncoderSettings()
        // The movie begins at a key frame.
        video.keyFrameInterval = MediaTime(value: 1, timescale: 4)
        recording.video = .encoded(video)
        recording.audio =
            settings.movieAudio == nil ? .none : .encoded(AudioEncoderSettings(codec: "aac"))
        recording.redaction = settings.redaction
        recording.trigger = .moment(
            preRoll: margin, postRoll: margin, lookBack: settings.photo.moment.maximumWait)
        recording.overwritesExistingFiles = settings.photo.overwritesExistingFiles
        recording.metadata = [.software]
        if let identifier = settings.photo.contentIdentifier {
            recording.metadata.append(
                MovieMetadataItem(
                    key: "com.apple.quicktime.content.identifier", value: identifier))
        }
        try recording.checkPath()
        return recording
    }
}

extension CapturePhotoSettings.Moment {
    /// How long ago a frame may be when it is chosen: it may have waited for better ones and for its faces.
    fileprivate var maximumWait: MediaTime {
        let detection = MediaTime(value: 2, timescale: 1)
        guard case .best(let window) = self else { return detection }
        return detection.advanced(by: window)
    }
}
