// SPDX-License-Identifier: Apache-2.0
import Facecap

extension RecordOptions {
    /// What the user's words mean for a recording; throws where they contradict each other.
    func settings() throws(FacecapError) -> RecordSettings {
        try MovieName.check(path ?? "", others: ", audio alone is .m4a or .wav")
        var settings = RecordSettings()
        settings.run = try runSettings()
        settings.run.search.faceKeys = faceKeys
        settings.run.stream.writesJSON = writesJSON
        settings.audio = try sound.selection()
        settings.audioVolumes = sound.volumes ?? []
        settings.monitorDevice = sound.monitor
        settings.sidecars = FaceExportFormat.eachOnce(of: file.sidecars)
        settings.markers = file.markers
        settings.tellsProgress = tellsProgress
        settings.recording = try recording(of: settings)
        if settings.recording.redaction != nil { settings.run.search.reportFacesToHide() }
        return settings
    }

    /// What the user says of the file, and which program made it.
    ///
    /// Throws for a key that the program itself writes, and for one that is given twice.
    func metadata() throws(FacecapError) -> [MovieMetadataItem] {
        var keys: Set<String> = []
        for key in file.metadata.map(\.key) {
            let problem: String? =
                if TimedMetadataGroup.isTaken(key) || key == MovieMetadataItem.software.key {
                    "has a meaning of its own; choose another one, such as org.example.subject"
                } else if !keys.insert(key).inserted {
                    "is given twice; give it once"
                } else { nil }
            guard let problem else { continue }
            throw FacecapError(.invalidArgument, "The key \(key) of --metadata \(problem).")
        }
        return file.metadata + [.software]
    }

    private func recording(
        of settings: RecordSettings
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings {
        var recording = CaptureMovieFileOutput.Settings(path: path ?? "")
        recording.faces = settings.run.faceTrack(keys: faceKeys)
        recording.trigger = extent.trigger
        recording.split = extent.split
        recording.maximumByteCount = extent.maximumSize
        recording.maximumDuration = extent.maximumDuration.map(MediaTime.init)
        recording.minimumFreeByteCount = extent.minimumFree
        recording.movieFragmentInterval = MediaTime(file.fragmentInterval)
        recording.shouldOptimizeForNetworkUse = file.isFastStart
        recording.overwritesExistingFiles = file.overwrites
        recording.includesCreationTime = settings.run.stream.includesClock
        recording.metadata = try metadata()
        guard !audio.isAnyGiven || settings.audio != nil else {
            throw FacecapError(
                .invalidArgument,
                "--audio-codec and --audio-bit-rate are those of the recorded audio; say with --audio which one."
            )
        }
        recording.redaction = hiding.redaction
        let overlay = overlay.settings
        recording.drawsFaces = drawsFaces
        recording.overlayStyle = overlay.style
        recording.trailDuration = overlay.trailDuration
        recording.video =
            hiding.leavesOutFrames
            ? .none : copiesSamples ? .passthrough : .encoded(video.settings)
        if copiesSamples, settings.audio == .source,
            let name = ["audio-volume", "audio-codec", "audio-bit-rate"].first(
                where: givenNames.contains)
        {
            throw FacecapError(
                .invalidArgument,
                "--passthrough copies the audio as it is; leave it out, or leave out --\(name).")
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
