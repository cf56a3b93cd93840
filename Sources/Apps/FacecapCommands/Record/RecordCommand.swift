import Facecap

/// `facecap record`
enum RecordCommand {
    /// What the user's words mean for a recording.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> RecordSettings {
        try MovieName.check(
            invocation[RecordOptions.movie] ?? "", others: ", audio alone is .m4a or .wav")
        var settings = RecordSettings()
        settings.live = try LiveSettings(invocation)
        settings.live.writesJSON = invocation[RecordOptions.json]
        settings.live.isPreviewReversed = invocation[RecordOptions.mirror]
        if let audio = invocation[RecordOptions.audio] {
            settings.audio = try AudioSelection(audio)
        }
        settings.monitorDevice = try monitorDevice(invocation)
        settings.sidecars = sidecars(invocation)
        settings.markers = invocation[RecordOptions.markers]
        settings.recording = try recording(invocation, live: settings.live)
        if settings.recording.redaction != nil { settings.live.reportFacesToHide() }
        return settings
    }

    /// The formats that were named, each once.
    static func sidecars(_ invocation: Invocation) -> [FaceExportFormat] {
        let named = Set(invocation[RecordOptions.sidecars].joined())
        return FaceExportFormat.allCases.filter(named.contains)
    }

    private static func monitorDevice(
        _ invocation: Invocation
    ) throws(FacecapError) -> String? {
        guard let name = invocation[RecordOptions.monitor] else { return nil }
        guard invocation[RecordOptions.audio] != nil else {
            throw FacecapError(
                .invalidArgument,
                "--monitor lets the recorded audio be heard; say with --audio which one.")
        }
        guard !name.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "--monitor needs a name: default, or a device of ALSA such as hw:0,0.")
        }
        return name
    }

    /// What the user says of the file, and which program made it.
    static func metadata(_ invocation: Invocation) -> [MovieMetadataItem] {
        invocation[RecordOptions.metadata] + [software]
    }

    /// Which program made a movie.
    static let software = MovieMetadataItem(
        key: "com.apple.quicktime.software", value: FacecapProgram.nameAndVersion)

    private static func recording(
        _ invocation: Invocation, live: LiveSettings
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings {
        var recording = CaptureMovieFileOutput.Settings(path: invocation[RecordOptions.movie] ?? "")
        recording.faces = FaceTrackFormat(
            keys: invocation[RecordOptions.faceKeys], includesLandmarks: live.includesLandmarks,
            includesMesh: live.includesMesh)
        recording.trigger = try trigger(invocation)
        recording.split = invocation[RecordOptions.split]
        recording.maximumByteCount = invocation[RecordOptions.maximumSize]
        recording.minimumFreeByteCount = invocation[RecordOptions.minimumFree]
        recording.movieFragmentInterval = MediaTime(invocation[RecordOptions.fragmentInterval])
        recording.shouldOptimizeForNetworkUse = invocation[RecordOptions.fastStart]
        recording.overwritesExistingFiles = invocation[RecordOptions.force]
        recording.includesCreationTime = !invocation[LiveOptions.noClock]
        recording.metadata = metadata(invocation)
        let copies = invocation[RecordOptions.passthrough]
        recording.video = copies ? .passthrough : .encoded(video(invocation))
        try hiding(invocation, in: &recording)
        let encoded = audio(invocation)
        if let audio = invocation[RecordOptions.audio] {
            // Only the source's own audio is encoded already.
            let copiesAudio = copies && audio == "source"
            recording.audio = copiesAudio ? .passthrough : .encoded(encoded)
        } else {
            recording.audio = .none
        }
        return recording
    }

    /// What becomes of the frames; throws where the user's words contradict each other.
    private static func hiding(
        _ invocation: Invocation, in recording: inout CaptureMovieFileOutput.Settings
    ) throws(FacecapError) {
        let hides = invocation[RecordOptions.redact] != nil
        let leavesOut = invocation[RecordOptions.metadataOnly]
        guard hides || leavesOut else { return }
        let option = hides ? "--redact" : "--metadata-only"
        let contradictions: [(isGiven: Bool, message: String)] = [
            (hides && leavesOut, "--metadata-only records no frame; leave --redact out."),
            (
                invocation[RecordOptions.passthrough],
                "--passthrough copies frames as they are; leave it out, or leave out \(option)."
            ),
            (
                invocation[LiveOptions.depth] != nil,
                "--depth would write distances that show faces; leave it out, or leave out \(option)."
            ),
            (
                hides && invocation[LiveOptions.region] != nil,
                "--region would leave faces elsewhere uncovered; leave it out, or leave out --redact."
            ),
        ]
        for case (true, let message) in contradictions {
            throw FacecapError(.invalidArgument, message)
        }
        if leavesOut { recording.video = .none }
        recording.redaction = invocation[RecordOptions.redact].map {
            RedactionSettings(method: $0.method)
        }
    }

    private static func trigger(
        _ invocation: Invocation
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings.Trigger {
        let preRoll = invocation[RecordOptions.preRoll]
        let postRoll = invocation[RecordOptions.postRoll]
        guard invocation[RecordOptions.onFace] else {
            guard preRoll == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--pre-roll means the time before a face appears; give --on-face too.")
            }
            return .always
        }
        return .faces(
            preRoll: MediaTime(preRoll ?? .zero),
            postRoll: MediaTime(postRoll))
    }

    /// How the user wants frames to be encoded.
    static func video(_ invocation: Invocation) -> VideoEncoderSettings {
        VideoEncoderSettings(
            codec: invocation[RecordOptions.videoCodec],
            bitRate: invocation[RecordOptions.bitRate].map { Int($0) },
            quality: invocation[RecordOptions.quality],
            keyFrameInterval: MediaTime(invocation[RecordOptions.keyFrameInterval]),
            profile: invocation[RecordOptions.profile], preset: invocation[RecordOptions.preset])
    }

    private static func audio(_ invocation: Invocation) -> AudioEncoderSettings {
        AudioEncoderSettings(
            codec: invocation[RecordOptions.audioCodec] ?? "aac",
            bitRate: invocation[RecordOptions.audioBitRate].map { Int($0) })
    }
}
