// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The run that writes a copy of a video; comes to nothing where its user wants no more.
struct CopyRun: CaptureRun {
    /// What is open while it runs.
    struct Stage: RunStage {
        let session: CaptureSession
        let movie: CaptureMovieFileOutput
        let console: RunConsole
        let counter: FrameCounter
    }

    let copy: ProcessedCopy
    let source: Handover<any CaptureSource>
    /// Frames to expect; `nil` when unknown.
    let estimatedFrameCount: Int?
    let processors: [any SampleProcessor]
    /// What the copy is like, wherever it lies.
    let recording: CaptureMovieFileOutput.Settings
    let file: AtomicFile

    func open() async throws(FacecapError) -> Stage {
        let console = RunConsole(
            copy.context.messages,
            progress: ProgressBar(total: estimatedFrameCount, copy.context))
        let counter = FrameCounter { console.countFrame() }
        let processors = processors + [counter]
        let session = CaptureSession()
        let input = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .file, uniqueID: copy.video, localizedName: copy.video
            ) { [source, name = copy.video] _ throws(FacecapError) in
                guard let source = source.take() else {
                    throw FacecapError(.invalidState, "\(name) is read once; open it again.")
                }
                return ProcessedSource(source, processors: processors)
            })
        try await session.addInput(input)
        let movie = CaptureMovieFileOutput()
        try await session.addOutput(movie, from: [input])
        return Stage(session: session, movie: movie, console: console, counter: counter)
    }

    func observe(_ stage: Stage, _ stopRequest: StopRequest) -> RecordMonitor {
        let monitor = RecordMonitor(
            active: ActiveRecordings(count: 1, stopRequest: stopRequest))
        stage.movie.setRecordingDelegate(monitor)
        return monitor
    }

    func present(
        _ stage: Stage, to monitor: RecordMonitor, _ stopRequest: StopRequest
    ) -> [any AnyObject & Sendable] {
        var recording = recording
        recording.path = copy.path
        recording.file = file
        recording.overwritesExistingFiles = true
        stage.movie.startRecording(recording)
        copy.interruption.begin {
            stage.movie.cancelRecording()
            stopRequest.make()
        }
        return []
    }

    func finish(
        _ stage: Stage, _ monitor: RecordMonitor, _ ending: RunEnding
    ) throws(FacecapError) -> ProcessedCopy.Draft? {
        stage.console.eraseProgress()
        if case .failed(let error) = monitor.outcome { throw error }
        if let error = ending.error { throw error }
        guard monitor.outcome == .completed else { return nil }
        return ProcessedCopy.Draft(
            file: file, status: stage.movie.status, firstTime: stage.counter.firstTime,
            warnings: stage.counter.warnings)
    }
}
