// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap

/// Looks at segments and writes their parts into a folder, with a detector of its own.
struct PartMaker {
    /// What became of a segment.
    enum Outcome: Sendable, Hashable {
        /// Its part was there, and is whole.
        case done(frameCount: Int)
        case made(frameCount: Int)
        /// Its user wants no more; nothing was written.
        case stopped
    }

    private let plan: ArchivePlan
    private let folder: String
    private let detector: any FaceDetector
    private let isolation: IsolatedFileInput.Isolation?

    /// Loads the detector of a plan.
    ///
    /// - Throws: what loading a detector throws; `modelMismatch` and `invalidArgument` where it is not the plan's.
    init(
        _ plan: ArchivePlan, folder: String, modelFolder: String?, threads: Int?,
        isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) {
        let search = plan.search
        guard let name = DetectorSelection.Name(rawValue: search.detector) else {
            throw FacecapError(
                .invalidArgument,
                "The plan's detector is \(search.detector), which this version does not have.")
        }
        var selection = DetectorSelection(
            name: name, modelName: search.model, modelFolder: modelFolder,
            inputSize: search.inputSize, smallestFace: search.smallestFace,
            scoreThreshold: search.score, threads: threads, mesh: search.mesh == nil ? .off : .on)
        selection.keepsMeshPoints = search.keepsMeshPoints
        detector = try selection.makeDetector()
        try search.check(detector.description)
        self.plan = plan
        self.folder = folder
        self.isolation = isolation
    }

    /// Makes a part, unless it is there. Why a video cannot be looked at is written beside the parts.
    ///
    /// - Parameter didLook: called after each frame; whether to go on.
    func make(
        _ segment: ArchiveSegment, didLook: () -> Bool
    ) throws(FacecapError) -> Outcome {
        do throws(FacecapError) {
            let part = try ArchivePartReader(segment, of: plan, in: folder)
            return .done(frameCount: part.frameCount)
        } catch {
            guard error.tellsOfNoPart else { throw error }
        }
        let look = SegmentLook(
            at: segment, of: plan, detector: detector, isolation: isolation)
        do throws(FacecapError) {
            let frameCount = try look.write(to: folder, didLook: didLook)
            return frameCount.map { .made(frameCount: $0) } ?? .stopped
        } catch {
            let exitCode = ExitCode(error.code)
            if exitCode == .damagedInput || exitCode == .software {
                try ArchiveFailure(error).write(segment, in: folder)
            }
            throw error
        }
    }
}
