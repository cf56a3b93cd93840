// SPDX-License-Identifier: Apache-2.0
import Facecap

extension RecordOptions {
    /// What the user's words mean for a recording; throws where they contradict each other.
    func settings() throws(FacecapError) -> RecordSettings {
        try MovieName.check(path ?? "", others: ", audio alone is .m4a or .wav")
        var settings = RecordSettings()
        settings.run = try runSettings()
        settings.run.stream.writesJSON = writesJSON
        settings.audio = try sound.selection()
        settings.audioVolumes = sound.volumes ?? []
        settings.monitorDevice = try sound.monitorDevice()
        settings.sidecars = FaceExportFormat.eachOnce(of: file.sidecars)
        settings.markers = file.markers
        settings.tellsProgress = tellsProgress
        guard writesJSON || !tellsProgress else {
            throw FacecapError(
                .invalidArgument, "--progress means events on standard output; give --json too.")
        }
        settings.recording = try recording(of: settings)
        if settings.recording.redaction != nil { settings.run.search.reportFacesToHide() }
        return settings
    }

    private func annotate(
        _ recording: inout CaptureMovieFileOutput.Settings
    ) throws(FacecapError) {
        let overlay = overlay.settings
        guard drawsFaces else {
            for name in ["draw", "trails"] where givenNames.contains(name) {
                throw FacecapError(
                    .invalidArgument, "--\(name) says how --annotate draws faces; give it too.")
            }
            return
        }
        let others = [
            (recording.redaction != nil, "--redact hides the faces"),
            (hiding.leavesOutFrames, "--metadata-only records no frame"),
            (copiesSamples, "--passthrough copies frames as they are"),
        ]
        for case (true, let reason) in others {
            throw FacecapError(
                .invalidArgument, "\(reason); leave it out, or leave out --annotate.")
        }
        recording.drawsFaces = true
        recording.overlayStyle = overlay.style
        recording.trailDuration = overlay.trailDuration
    }

    /// What the user says of the file, and which program made it.
    var metadata: [MovieMetadataItem] { file.metadata + [.software] }

    private func recording(
        of settings: RecordSettings
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings {
        var recording = CaptureMovieFileOutput.Settings(path: path ?? "")
        recording.faces = settings.run.faceTrack(keys: faceKeys)
        recording.trigger = try extent.trigger()
        recording.split = extent.split
        recording.maximumByteCount = extent.maximumSize
        recording.maximumDuration = extent.maximumDuration.map(MediaTime.init)
        recording.minimumFreeByteCount = extent.minimumFree
        recording.movieFragmentInterval = MediaTime(file.fragmentInterval)
        recording.shouldOptimizeForNetworkUse = file.isFastStart
        recording.overwritesExistingFiles = file.overwrites
        recording.includesCreationTime = settings.run.stream.includesClock
        recording.metadata = metadata
        try hiding.check(
            copiesSamples: copiesSamples, hasDepth: settings.run.source.depth != nil,
            hasRegion: search.reading.region != nil)
        guard !copiesSamples || orientation.zoomFactor ?? 1 == 1 else {
            throw FacecapError(
                .invalidArgument,
                "--passthrough copies frames as they are; leave it out, or leave out --zoom.")
        }
        guard !audio.isAnyGiven || settings.audio != nil else {
            throw FacecapError(
                .invalidArgument,
                "--audio-codec and --audio-bit-rate are those of the recorded audio; say with --audio which one."
            )
        }
        recording.redaction = hiding.redaction
        try annotate(&recording)
        recording.video =
            hiding.leavesOutFrames
            ? .none : copiesSamples ? .passthrough : .encoded(video.settings)
        guard settings.audioVolumes.isEmpty || !copiesSamples || settings.audio != .source else {
            throw FacecapError(
                .invalidArgument,
                "--passthrough copies the audio as it is; leave out --audio-volume or --passthrough."
            )
        }
        // Only the source's own audio is encoded already.
        recording.audio =
            settings.audio == nil
            ? .none
            : copiesSamples && settings.audio == .source ? .passthrough : .encoded(audio.settings)
        return recording
    }
}

extension RunSettings {
    /// What a track of faces holds.
    func faceTrack(keys: FaceTrackFormat.Keys) -> FaceTrackFormat {
        FaceTrackFormat(
            keys: keys, includesLandmarks: stream.includesLandmarks,
            includesMesh: stream.includesMesh, includesCodes: !search.symbologies.isEmpty)
    }
}

extension FaceExportFormat {
    /// The formats that were named, each once.
    static func eachOnce(of named: [[FaceExportFormat]]) -> [FaceExportFormat] {
        let named = Set(named.joined())
        return allCases.filter(named.contains)
    }
}

extension MovieMetadataItem {
    /// Which program made a movie.
    static let software = MovieMetadataItem(
        key: "com.apple.quicktime.software", value: FacecapProgram.nameAndVersion)
}
