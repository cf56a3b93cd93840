// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
import Facecap
import ProcessIsolation

/// One source of a session, with what finds the faces in its frames.
struct RunCamera: Sendable {
    let input: CaptureDeviceInput
    let output: CaptureMetadataOutput
    let scene: RunScene
    private let orientation: VideoOrientation

    /// Opens the source as an input of `session` and loads its detector.
    ///
    /// - Parameters:
    ///   - index: the source's place in the settings.
    ///   - fileOptions: how a file is read.
    ///   - clock: the run's moment on the two clocks.
    init(
        _ settings: RunSettings, index: Int, fileOptions: MediaFileSource.Options,
        clock: StreamClock, in session: CaptureSession
    ) async throws(FacecapError) {
        let search = settings.search
        // Codes are read in a process of their own, also those in the frames of cameras.
        if !search.symbologies.isEmpty, settings.source.isolation?.isRequired == true {
            let level = try IsolatedFileInput.availableIsolation()
            if level != .full { throw .isolationMissing(level) }
        }
        input = CaptureDeviceInput(
            device: try settings.source.sources[index].specifier.device(
                fileOptions: fileOptions, isolation: settings.source.isolation,
                images: settings.source.images),
            maximumDuration: settings.source.maximumDuration)
        input.isSubjectAreaChangeMonitoringEnabled = settings.source.watchesSubjectArea
        try input.setVideoZoomFactor(settings.source.zoomFactor ?? 1)
        if let preset = settings.source.preset, !input.device.supportedPresets.contains(preset) {
            throw FacecapError(
                .invalidArgument,
                "\(input.device.localizedName) has frames of one size: name a camera such as "
                    + "/dev/video0, or leave --session-preset out.")
        }
        let loading = try DetectorLoading(search.detector)
        try await session.addInput(input)
        let detector = try loading.detector()
        output = CaptureMetadataOutput(detector: detector, tracking: search.tracking)
        output.analysisInterval = search.analysisInterval
        output.scanInterval = search.scanInterval.requested
        output.limits = search.limits
        output.metadataObjectTypes.formUnion(search.symbologies.map { .machineReadableCode($0) })
        try await session.addOutput(output, from: [input])
        guard let connection = await session.connection(to: output),
            let format = input.videoFormat
        else {
            throw FacecapError(
                .formatUnsupported,
                "The source has no frames in which faces can be found; name another one, or another "
                    + "pixel format.")
        }
        orientation = settings.display.orientation
        connection.apply(orientation)
        output.rectOfInterest = connection.displayedFromStored.inverse.apply(search.region)
        output.searchLimits = search.searchLimits(
            of: detector.description.name, in: format)
        scene = RunScene(
            settings, index: index, clock: clock, connection: connection,
            detector: detector.description)
    }

    /// Adds an output of the session that takes this camera's frames as they are displayed.
    ///
    /// - Parameter first: an input whose samples it takes first, such as a microphone.
    func addOutput(
        _ other: any CaptureOutput, from first: CaptureDeviceInput? = nil,
        to session: CaptureSession
    ) async throws(FacecapError) {
        try await session.addOutput(other, from: [first, input].compactMap(\.self))
        await orient(other, of: session)
    }

    /// Has an output take all frames as this camera's are displayed.
    func orient(_ other: any CaptureOutput, of session: CaptureSession) async {
        await session.connections(to: other).forEach { $0.apply(orientation) }
    }
}

extension CaptureConnection {
    /// Displays frames this way.
    func apply(_ orientation: VideoOrientation) {
        videoOrientation = orientation.withoutMirroring
        isVideoMirrored = orientation.isMirrored
    }
}
