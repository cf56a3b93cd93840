import FaceEvaluation
import Facecap

/// Runs media through the whole session and compares what comes out with the truth.
struct EvaluationRun {
    let detector: DetectorSelection
    /// How videos and frames are read.
    let fileOptions: MediaFileSource.Options
    /// What is asked of the process that decodes them; `nil` for none.
    let isolation: IsolatedFileInput.Isolation?

    func report(on item: EvaluationMedia.Item) async throws(FacecapError) -> EvaluationReport {
        var configuration = EvaluationAccumulator.Configuration()
        var accumulator: EvaluationAccumulator?
        for path in item.paths {
            let run = try await ObservedVideo(
                path: path, options: fileOptions, isolation: isolation, detector: detector)
            if let frameRate = run.frameRate {
                // A face that was gone for two seconds is a new one.
                configuration.maximumAbsence = Int((2 * frameRate).rounded())
            }
            var results =
                accumulator
                ?? EvaluationAccumulator(
                    title: item.title, comparesIdentities: !item.isImages,
                    configuration: configuration)
            let file = String(path.split(separator: "/").last ?? "")
            for frame in run.frames {
                let truth =
                    item.isImages
                    ? item.truth.faces(inFile: file) : item.truth.faces(inFrame: frame.number)
                results.add(frame.faces, truth: truth)
            }
            accumulator = results
        }
        return accumulator?.report ?? EvaluationReport(title: item.title)
    }
}
