// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap

/// Runs media through the whole session and compares what comes out with the truth.
struct EvaluationRun {
    /// Frames that are kept of each fault.
    private static let worstCount = 6

    let detector: any FaceDetector
    /// How videos and frames are read.
    let opening: FileOpening
    let messages: Messages
    /// The frames in which most is wrong.
    private(set) var worst = WorstFrames(limit: worstCount)

    mutating func report(
        on item: EvaluationMedia.Item
    ) async throws(FacecapError) -> EvaluationReport {
        switch item.kind {
        case .video(let path):
            let device = opening.device(path)
            return try await report(on: device, of: item) { (path, $0) }
        case .sequence(let images):
            return try await report(on: images.device(opening: opening), of: item) {
                (images.paths[$0], 0)
            }
        case .images(let names, let folder):
            return try await report(onImages: names, in: folder, of: item)
        }
    }

    /// - Parameter place: the file that holds a frame, and the frame's number in it.
    private mutating func report(
        on device: CaptureDevice, of item: EvaluationMedia.Item,
        place: (Int) -> (path: String, frame: Int)
    ) async throws(FacecapError) -> EvaluationReport {
        let run = try await observe(device, of: item)
        var configuration = EvaluationAccumulator.Configuration()
        if let frameRate = run.frameRate {
            // A face that was gone for two seconds is a new one.
            configuration.maximumAbsence = Int((2 * frameRate).rounded())
        }
        var results = EvaluationAccumulator(title: item.title, configuration: configuration)
        for frame in run.frames {
            let comparison = results.add(
                frame.faces, truth: item.truth.faces(inFrame: frame.number))
            let (path, number) = place(frame.number)
            worst.add(
                WorstFrames.Entry(
                    title: item.title, number: frame.number, path: path, frameInFile: number,
                    comparison: comparison))
        }
        let count = run.frames.last.map { $0.number + 1 } ?? 0
        if item.truth.frameCount > count {
            messages.say(
                "\(item.title): the video ends after \(count.counted("frame")); the faces of its truth"
                    + " from frame \(count) on do not count")
        }
        return results.report
    }

    /// Says what is wrong with the video: what is measured is that of the rest.
    private func observe(
        _ device: CaptureDevice, of item: EvaluationMedia.Item
    ) async throws(FacecapError) -> ObservedVideo {
        let video = try await ObservedVideo(device, detector: detector)
        for warning in video.warnings { messages.say("\(item.title): \(warning)") }
        return video
    }

    private mutating func report(
        onImages names: [String], in folder: String, of item: EvaluationMedia.Item
    ) async throws(FacecapError) -> EvaluationReport {
        var results = EvaluationAccumulator(title: item.title, comparesIdentities: false)
        for name in names {
            let path = folder + name
            for frame in try await observe(opening.device(path), of: item).frames {
                let comparison = results.add(
                    frame.faces, truth: item.truth.faces(inFile: name))
                worst.add(
                    WorstFrames.Entry(
                        title: name, number: nil, path: path, frameInFile: frame.number,
                        comparison: comparison))
            }
        }
        let missing = item.truth.fileNames.count - names.count
        if missing > 0 {
            messages.say(
                "\(item.title): \(missing.counted("image")) of its truth cannot be found beside it; their"
                    + " faces do not count")
        }
        return results.report
    }
}
