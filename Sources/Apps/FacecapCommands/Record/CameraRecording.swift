// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The recording of one camera: its movie, and the files beside it.
struct CameraRecording: Sendable {
    let movie: CaptureMovieFileOutput
    let files = RecordedFiles()
    let sidecars: Sidecars
    let scene: RunScene
    /// `nil` where no frame may be seen.
    let stills: CameraStills?
    /// What was asked for, with the camera's own path.
    let settings: CaptureMovieFileOutput.Settings
    /// Whether somebody asked for the next file, or for the last one to go.
    let isCut = RequestFlag()
    /// Whether the last key was to end it: a recording that hides faces ends a second later.
    private let isEnding = RequestFlag()
    private let audio: CaptureDeviceInput
    private let audioConnection: CaptureConnection?
    private let markers: [String]
    private let laterPaths: UnusedPaths

    /// Adds an output to the camera's session and creates the files beside the movie.
    ///
    /// - Parameter microphone: whose audio is recorded instead of the camera's own.
    init(
        _ settings: RecordSettings, of camera: RunCamera, microphone: CaptureDeviceInput?,
        in session: CaptureSession
    ) async throws(FacecapError) {
        scene = camera.scene
        let input = microphone ?? camera.input
        self.settings = try settings.recording(ofSource: scene.index).copyable(
            video: camera.input, audio: input, isCopyOfFile: settings.isCopyOfFile)
        markers = settings.markers
        laterPaths = UnusedPaths(after: 1) { [path = self.settings.path] in
            path.adding(camera: "\($0)")
        }
        movie = CaptureMovieFileOutput()
        audio = input
        try await camera.addOutput(movie, from: microphone, to: session)
        stills =
            if self.settings.video == .none { nil } else {
                try await CameraStills(
                    of: camera, beside: self.settings.path, redaction: self.settings.redaction,
                    in: session)
            }
        audioConnection = await session.connections(to: movie).first { $0.mediaType == .audio }
        audioConnection?.setVolumes(settings.audioVolumes)
        var info = scene.exportInfo
        // The movie is itself.
        info.isMirrored = false
        sidecars = try Sidecars(
            settings.sidecars, besideMovie: self.settings.path, info: info,
            movie: settings.isSeries ? nil : self.settings.path,
            overwriting: self.settings.overwritesExistingFiles,
            recording: self.settings.path(ofFile: 1), frames: MovieFrames(self.settings))
    }

    /// Whether the camera has the audio that was asked for.
    var hasAudio: Bool {
        settings.audio == .passthrough
            ? audio.encodedFormats.audio != nil : audio.audioFormat != nil
    }

    /// How loud the audio is that is recorded, channel by channel; none where there is none.
    var audioChannels: [CaptureAudioChannel] {
        settings.audio == .none ? [] : audioConnection?.audioChannels ?? []
    }

    /// Begins with the session's first frame; throws where a file beside the movie exists by now.
    func start() throws(FacecapError) {
        try sidecars.begin()
        begin(at: settings.path)
        for marker in markers { movie.addMarker(marker) }
    }

    private func begin(at path: String) {
        var recording = settings
        recording.path = path
        recording.metadata += DetectorMetadata.items(scene.exportInfo)
        if recording.video == .none { recording.metadata += scene.images.metadataItems }
        movie.startRecording(recording)
    }

    /// Finishes the file, and goes on with the next one.
    func split() {
        isCut.set()
        movie.splitRecording()
    }

    /// Removes the last file that is done.
    func deleteLast() {
        isCut.set()
        movie.deleteLastFile()
    }

    /// Whether it goes on, and the last key was not to end it.
    var goesOn: Bool { movie.status.state.isActive && !isEnding.isSet }

    /// Ends the recording.
    func end() {
        isEnding.set()
        movie.stopRecording()
    }

    /// Begins another recording, `movie-2.mp4` and so on.
    func beginAnother() {
        isEnding.set(false)
        begin(at: laterPaths.next())
    }
}

extension CaptureMovieFileOutput.Settings {
    /// The same, with audio encoded as AAC that no movie holds as it is; throws where that goes for the frames.
    fileprivate func copyable(
        video: CaptureDeviceInput, audio: CaptureDeviceInput, isCopyOfFile: Bool
    ) throws(FacecapError) -> Self {
        var settings = self
        if settings.video == .passthrough, video.encodedFormats.video == nil {
            let name = video.device.localizedName
            throw FacecapError(
                .formatUnsupported,
                "The frames of \(name) are neither H.264, HEVC nor AV1 and cannot be copied; "
                    + (isCopyOfFile
                        ? "encode them with `facecap record \(path.shellWord) --source \(name.shellWord)`."
                        : "leave out --passthrough."))
        }
        if settings.audio == .passthrough {
            settings.audio = .copying(audio.encodedFormats.audio, decoded: audio.audioFormat)
        }
        return settings
    }
}
