// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// What a user asked `record` for whose file holds audio alone.
struct AudioRecordSettings: Sendable {
    var file: CaptureAudioFileOutput.Settings
    var audio: AudioSelection
    /// How loud its channels are; none for as loud as they come.
    var volumes: [Double] = []
    var source: SourceSpecifier
    var duration: Duration?
    var writesJSON = false
    var includesClock = true
    var allowsPlaylists = false
    var allowsUntrustedServers = false
    var isolation: IsolatedFileInput.Isolation? = IsolatedFileInput.Isolation()

    /// What the user's words mean; `nil` where the file's name asks for a movie.
    init?(_ options: RecordOptions) throws(FacecapError) {
        let path = options.path ?? ""
        guard let format = try Self.format(ofPath: path, options.audio) else { return nil }
        try Self.refuseOthers(options.givenNames, path)
        let sources = options.source.sources
        guard sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "\(path) has the audio of one source; give --source once.")
        }
        source = try RunSource(sources[0]).specifier
        audio = options.sound.device ?? (options.source.namesSource ? .source : .firstMicrophone)
        guard audio == .source || !options.source.namesSource else {
            throw FacecapError(
                .invalidArgument,
                "\(path) has the audio of a microphone; leave --source out, or use --audio source.")
        }
        volumes = options.sound.volumes ?? []
        file = CaptureAudioFileOutput.Settings(path: path, format: format)
        file.maximumByteCount = options.extent.maximumSize
        file.movieFragmentInterval = MediaTime(options.file.fragmentInterval)
        file.overwritesExistingFile = options.file.overwrites
        file.includesCreationTime = !options.telling.leavesOutClock
        file.metadata = try options.metadata()
        duration = options.duration
        writesJSON = options.writesJSON
        includesClock = !options.telling.leavesOutClock
        allowsPlaylists = options.search.reading.allowsPlaylists
        allowsUntrustedServers = options.search.reading.allowsUntrustedServers
        isolation = options.search.reading.sandbox.isolation
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
        return .audio(
            ofFile: location, allowsPlaylists: allowsPlaylists,
            allowsUntrustedServers: allowsUntrustedServers, isolation: isolation)
    }

    /// Throws where the file cannot be written, or would replace the one that is read.
    func checkPath() throws(FacecapError) {
        if audio == .source, case .file(let location) = source {
            try Files.check(file.path, isNot: location, "what is read")
        }
        try file.checkPath()
    }

    /// Whether standard input is the source.
    var readsStandardInput: Bool { audio == .source && source == .file("-") }

    private static func format(
        ofPath path: String, _ options: AudioEncodingOptions
    ) throws(FacecapError) -> CaptureAudioFileOutput.Settings.Format? {
        let name = path.lowercased()
        if name.hasSuffix(".m4a") { return .m4a(options.settings) }
        guard name.hasSuffix(".wav") else { return nil }
        guard options.bitRate == nil else {
            throw FacecapError(
                .invalidArgument,
                "\(path) holds every sample as it is; leave --audio-bit-rate out, or end the name in .m4a."
            )
        }
        guard let codec = options.codec else { return .wav(.int16) }
        guard let sampleFormat = CaptureAudioFileOutput.SampleFormat(rawValue: codec) else {
            throw FacecapError(
                .invalidArgument,
                "\(path) cannot hold \(codec); use --audio-codec pcm_s16le or pcm_f32le, or a name that "
                    + "ends in .m4a.")
        }
        return .wav(sampleFormat)
    }

    /// The names of the options that say something of audio alone.
    static let understoodNames = Set(SandboxOptions.declarations.map(\.name)).union([
        "movie", "source", "audio", "audio-volume", "duration", "max-size", "fragment-interval",
        "force", "metadata", "audio-codec", "audio-bit-rate", "json", "no-clock", "allow-playlist",
        "insecure",
    ])

    /// Those of them that say something of a file that holds more than samples.
    private static let namesOfM4A: Set = ["metadata", "fragment-interval"]

    /// Throws for the first option that says something of frames, faces or several files, or of another kind of file.
    private static func refuseOthers(_ names: [String], _ path: String) throws(FacecapError) {
        let isWave = path.lowercased().hasSuffix(".wav")
        for name in names where !understoodNames.contains(name) {
            throw FacecapError(
                .invalidArgument,
                "--\(name) means nothing for \(path), which holds audio alone; leave it out.")
        }
        for name in names where isWave && namesOfM4A.contains(name) {
            throw FacecapError(
                .invalidArgument,
                "--\(name) means nothing for \(path), which holds samples alone; leave it out, or end "
                    + "the name in .m4a.")
        }
    }
}
