import Facecap

extension LiveSettings {
    /// What the words of `live` and of `record` mean alike: the sources, the detector, and what is told of
    /// them.
    init(_ invocation: Invocation) throws(FacecapError) {
        self.init()
        depth = invocation[LiveOptions.depth]
        try readSources(invocation)
        readDetection(invocation)
        relinksFaces = invocation[LiveOptions.relink]
        analysisInterval = invocation[LiveOptions.detectEvery]
        scanInterval = invocation[LiveOptions.scanEvery]
        limits = CaptureMetadataOutput.Limits(
            maximumLatencyNanoseconds: invocation[LiveOptions.maxLatency].map {
                MediaTime($0).nanoseconds
            }, maximumCPUShare: invocation[LiveOptions.maxCPU])
        preview = invocation[LiveOptions.preview]
        gravity = invocation[LiveOptions.gravity]
        includesClock = !invocation[LiveOptions.noClock]
        showsStatistics = invocation[LiveOptions.stats]
    }

    /// Reads the sources, and what is asked of them.
    mutating func readSources(_ invocation: Invocation) throws(FacecapError) {
        sources = []
        for argument in invocation[LiveOptions.source] { sources.append(try LiveSource(argument)) }
        try checkSources()
        images = try CameraOptions.request(invocation)
        preset = invocation[CameraOptions.preset]?.preset
        duration = invocation[LiveOptions.duration]
        isRealTime = invocation[LiveOptions.realtime]
        allowsPlaylists = invocation[LiveOptions.allowPlaylist]
    }

    /// Reads what finds the faces, and how they are told.
    mutating func readDetection(_ invocation: Invocation) {
        detector = LiveCommand.detectorSelection(invocation)
        region = invocation[LiveOptions.region] ?? .unit
        smoothsFaces = !invocation[LiveOptions.noSmoothing]
        includesLandmarks = invocation[LiveOptions.landmarks]
        includesMesh = invocation[LiveOptions.meshPoints]
        detector.keepsMeshPoints = includesMesh
        isQuiet = invocation[Command.quiet]
    }
}
