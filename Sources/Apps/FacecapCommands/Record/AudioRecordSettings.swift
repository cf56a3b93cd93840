import Facecap

/// What a user asked `record` for whose file holds audio alone.
struct AudioRecordSettings: Sendable {
    var file: CaptureAudioFileOutput.Settings
    var audio: AudioSelection
    var source: SourceSpecifier
    var duration: Duration?
    var writesJSON = false
    var includesClock = true
    var isQuiet = false
    var allowsPlaylists = false

    /// What the user's words mean; `nil` where the file's name asks for a movie.
    init?(_ invocation: Invocation) throws(FacecapError) {
        let path = invocation[RecordOptions.movie] ?? ""
        guard let format = try Self.format(ofPath: path, invocation) else { return nil }
        try Self.refuseOthers(invocation, path)
        let sources = invocation[LiveOptions.source]
        guard sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "\(path) has the audio of one source; give --source once.")
        }
        source = try LiveSource(sources[0]).specifier
        let namesSource = invocation.isGiven(LiveOptions.source.declaration)
        audio = try AudioSelection(
            invocation[RecordOptions.audio] ?? (namesSource ? "source" : "auto"))
        file = CaptureAudioFileOutput.Settings(path: path, format: format)
        file.maximumByteCount = invocation[RecordOptions.maximumSize]
        file.movieFragmentInterval = MediaTime(invocation[RecordOptions.fragmentInterval])
        file.overwritesExistingFile = invocation[RecordOptions.force]
        file.includesCreationTime = !invocation[LiveOptions.noClock]
        file.metadata = RecordCommand.metadata(invocation)
        duration = invocation[LiveOptions.duration]
        writesJSON = invocation[RecordOptions.json]
        includesClock = !invocation[LiveOptions.noClock]
        isQuiet = invocation[Command.quiet]
        allowsPlaylists = invocation[LiveOptions.allowPlaylist]
    }

    /// Where the audio comes from, not open yet.
    func device() throws(FacecapError) -> CaptureDevice {
        if let microphone = try audio.device() { return microphone }
        guard case .file(let location) = source else {
            throw FacecapError(
                .invalidArgument,
                "--audio source means the audio of a video or an audio file; name one with --source, or a "
                    + "microphone with --audio.")
        }
        return .audio(ofFile: location, allowsPlaylists: allowsPlaylists)
    }

    /// Whether standard input is the source.
    var readsStandardInput: Bool { audio == .source && source == .file("-") }

    private static func format(
        ofPath path: String, _ invocation: Invocation
    ) throws(FacecapError) -> CaptureAudioFileOutput.Settings.Format? {
        let codec = invocation[RecordOptions.audioCodec]
        let name = path.lowercased()
        if name.hasSuffix(".m4a") {
            return .m4a(
                AudioEncoderSettings(
                    codec: codec ?? "aac",
                    bitRate: invocation[RecordOptions.audioBitRate].map { Int($0) }))
        }
        guard name.hasSuffix(".wav") else { return nil }
        guard let codec else { return .wav(.int16) }
        guard let sampleFormat = CaptureAudioFileOutput.SampleFormat(rawValue: codec) else {
            throw FacecapError(
                .invalidArgument,
                "\(path) cannot hold \(codec); use --audio-codec pcm_s16le or pcm_f32le, or a name that "
                    + "ends in .m4a.")
        }
        return .wav(sampleFormat)
    }

    /// Throws for the first option that says something of frames, faces or several files.
    private static func refuseOthers(
        _ invocation: Invocation, _ path: String
    ) throws(FacecapError) {
        let understood = [
            RecordOptions.movie.declaration, LiveOptions.source.declaration,
            RecordOptions.audio.declaration, LiveOptions.duration.declaration,
            RecordOptions.maximumSize.declaration, RecordOptions.fragmentInterval.declaration,
            RecordOptions.force.declaration, RecordOptions.metadata.declaration,
            RecordOptions.audioCodec.declaration, RecordOptions.audioBitRate.declaration,
            RecordOptions.json.declaration, LiveOptions.noClock.declaration,
            LiveOptions.allowPlaylist.declaration,
        ].map(\.name)
        for parameter in RecordOptions.command.parameters
        where !understood.contains(parameter.name) && invocation.isGiven(parameter) {
            throw FacecapError(
                .invalidArgument,
                "--\(parameter.name) means nothing for \(path), which holds audio alone; leave it out."
            )
        }
    }
}
