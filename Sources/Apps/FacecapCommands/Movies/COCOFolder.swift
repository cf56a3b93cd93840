// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// A data set as readers of COCO expect it: `annotations/instances_NAME.json` beside `images/NAME/frame_000000.png`.
///
/// Several movies may share a folder, each with a name of its own. Folders that were made and have nothing in them go
/// with the object.
final class COCOFolder {
    /// The folder of the images.
    let images: String
    /// The path of the annotations.
    let annotations: String
    private let annotationsFolder: String
    /// The folders that were made, the outermost first.
    private var newFolders: [String] = []

    /// The places of a movie's images and annotations in a folder.
    init(_ folder: String, movie: String, includesLandmarks: Bool) {
        let file = movie.lastPathComponent
        let name = file.withoutPathExtension
        images = folder.appendingPathComponent("images/" + name)
        annotationsFolder = folder.appendingPathComponent("annotations")
        annotations = annotationsFolder.appendingPathComponent(
            (includesLandmarks ? "person_keypoints_" : "instances_") + name + ".json")
    }

    deinit {
        for folder in newFolders.reversed() { rmdir(folder.cPath) }
    }

    /// Makes the folders; throws where there are images already that may not be replaced.
    func prepare(overwriting: Bool) throws(FacecapError) {
        guard overwriting || !Files.exists(images) else {
            throw FacecapError(
                .outputFailed, "\(images) exists already; use --force to replace its images.")
        }
        newFolders += try Files.makeFolder(Files.folder(of: images))
        newFolders += try Files.makeFolder(annotationsFolder)
    }

    /// Writes the images of a face track's frames as they are displayed, and removes those of other frames. None of them
    /// has its place before all are written.
    ///
    /// - Returns: how many there are.
    /// - Throws: what decoding throws; `mediaDamaged` where frames cannot be decoded, or the track is damaged, once the
    ///   others are written. Where there are annotations already, a damaged track changes nothing.
    func writeImages(
        of reader: FaceTrackReader, path: String, opening: FileOpening, mirroring isMirrored: Bool
    ) throws(FacecapError) -> Int {
        let (numbers, failure) = frameIndices(of: reader)
        if let failure, failure.code != .mediaDamaged || Files.exists(annotations) {
            throw failure
        }
        let encoder = try ImageEncoder(.png)
        let staged = try StagedImages(for: images)
        try DecodedFrames.forEach(in: path, of: numbers, opening: opening) {
            (number, sample) throws(FacecapError) in
            let image = try encoder.encode(
                sample.pixelBuffer,
                displayed: isMirrored
                    ? sample.orientation.followed(by: .mirrored) : sample.orientation)
            try staged.write(image, to: COCOImageName.text(number))
        }
        try staged.publish(replacing: annotations)
        if let failure { throw failure }
        guard staged.count == numbers.count else {
            throw FacecapError(
                .mediaDamaged,
                "\(numbers.count - staged.count) of \(numbers.count.counted("frame")) of \(path) cannot be decoded; the"
                    + " others are in \(images).")
        }
        return staged.count
    }

    /// Which frames a face track has, and what ended the walk before its end.
    private func frameIndices(
        of reader: FaceTrackReader
    ) -> (indices: Set<Int>, failure: FacecapError?) {
        var indices: Set<Int> = []
        var cursor = reader.frames()
        do throws(FacecapError) {
            while let element = try cursor.next() {
                if case .frame(let frame) = element { indices.insert(frame.frameIndex) }
            }
        } catch {
            return (indices, error)
        }
        return (indices, nil)
    }
}
