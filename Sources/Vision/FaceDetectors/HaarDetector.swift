// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
package import CaptureSamples
package import FaceValues
internal import OpenCVCalls
import Glibc

/// A detector that follows known faces as well as it finds them, for a fraction of the work, and without their meshes.
package protocol FollowingDetector: FaceDetector {
    /// Frames from one search of a whole frame to the next while all known faces are followed; at least 1.
    var framesBetweenScans: Int { get }
}

/// Finds faces with the Haar cascades of OpenCV's data package, on luma alone: what runs where there
/// is no model file.
///
/// It sees frontal faces turned by up to about 20 degrees, and profiles. An image by itself, and the first of a
/// video, it looks at in full size, which takes about a second for a million pixels; in the frames that follow it
/// sees small faces where it just saw them. Where a ``FaceMesh`` looks again and sees a
/// face, angles and points are its. Otherwise roll comes from the eyes and is `nil` when either is not found, and
/// yaw, pitch and points are `nil`.
/// Used by one thread at a time. Source: Viola and Jones, "Rapid object detection using a boosted cascade", 2001.
package final class HaarDetector: FollowingDetector, @unchecked Sendable {
    /// How a detector looks; every value has a sensible default.
    package struct Options: Sendable, Hashable {
        /// The longest side of what the cascades see of a frame, 32...1920.
        package var workingSize: Int
        /// The longest side of what they see of an image by itself, 32...1920, never larger than the image; `nil`
        /// for ``workingSize``.
        package var imageSize: Int?
        /// The number of threads the cascades run on, 1 or more; more than 4 do not help. It changes no result.
        package var threads: Int
        /// Whether faces keep all points of their mesh, where there is a mesh.
        package var keepsMeshPoints = false

        /// How a detector looks.
        package init(workingSize: Int = 320, imageSize: Int? = 1920, threads: Int = 2) {
            self.workingSize = workingSize
            self.imageSize = imageSize
            self.threads = threads
        }
    }

    /// Where Debian, Ubuntu and OpenCV's own installation put the cascades.
    package static let defaultFolders = [
        "/usr/share/opencv4/haarcascades", "/usr/share/opencv/haarcascades",
        "/usr/local/share/opencv4/haarcascades",
    ]
    /// The longest side of a face in which eyes are looked for.
    private static let eyeWorkingSize = 128
    /// Boxes that overlap this much show the same face.
    private static let sameFaceOverlap = 0.3
    /// What is looked for in a frame, and in an image by itself: faces of any size, in finer steps there.
    private static let (frameSearch, imageSearch) = (search(step: 1.2), search(step: 1.1))
    /// What is looked at of a face that was just seen: in longer sides of its box, and the longest side of that for a
    /// face that is smaller in all of the frame than `smallFace`. How much smaller and larger the face may have become.
    private static let (followScale, followSize, smallFace) = (2.0, 128.0, 36.0)
    private static let (leastGrowth, mostGrowth) = (0.65, 1.55)

    /// `haar`, without a model file of its own.
    package let description: DetectorDescription
    /// How the detector looks.
    package let options: Options
    private let handle: OpaquePointer
    private let mesh: FaceMesh?
    private var found = Array(repeating: FacecapHaarFace(), count: 64)

    /// Twice what the cascades see of a frame, since eyes are looked for up close: what one image by itself is worth
    /// is no reason for a camera to decode all of them in full size.
    package var neededLongerSide: Int? { 2 * options.workingSize }

    /// Four.
    package let framesBetweenScans = 4

    /// A detector with the cascades of the first of `folders` that holds them.
    ///
    /// - Parameters:
    ///   - mesh: what looks at found faces again, for this detector alone; `nil` for roll from the eyes alone.
    ///   - meshDescription: which mesh that is.
    /// - Throws: `modelNotFound` where none does, `modelUnreadable` for damaged files,
    ///   `invalidArgument` for options out of range, what reading a file throws.
    package init(
        folders: [String] = HaarDetector.defaultFolders, options: Options = Options(),
        mesh: FaceMesh? = nil, meshDescription: DetectorDescription.Mesh? = nil
    ) throws(FacecapError) {
        let sizes = [options.workingSize, options.imageSize ?? options.workingSize]
        guard sizes.allSatisfy((32...1920).contains), (1...256).contains(options.threads) else {
            throw FacecapError(
                .invalidArgument,
                "The Haar detector needs a working size of 32 to 1920 and 1 to 256 threads.")
        }
        let cascades = try HaarCascades(in: folders)
        self.options = options
        self.mesh = mesh
        description = DetectorDescription(
            name: "haar", mesh: mesh == nil ? nil : meshDescription)
        try Shim.startThreads(Int32(clamping: options.threads))
        handle = try Shim.call(
            .modelUnreadable,
            "Cannot use the Haar cascades in \(cascades.folder), install opencv-data again"
        ) { message, capacity in
            facecap_haar_create(
                cascades.frontal, cascades.profile, cascades.eye, message, capacity)
        }
    }

    deinit { facecap_haar_destroy(handle) }

    /// Finds the faces of a frame; see ``FaceDetector``. Where hints say so, small ones too.
    ///
    /// A face's confidence tells how many neighboring windows `n` agreed on it: `n / (n + 5)`.
    package func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let known = try follow(hints, in: image, orientation: orientation)
        let found = try detectRawFaces(
            in: image, orientation, region, longestSide: options.workingSize,
            search: Self.frameSearch)
        let faces = try settled(found, besides: known, in: image, orientation: orientation)
        return try lookAgain(at: faces, in: image, orientation: orientation, hints: hints)
    }

    /// Finds faces that were just seen near where they are expected, and about as large; see ``FaceDetector``.
    package func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]? {
        let known = hints.filter(\.wasJustSeen)
        let faces = try follow(known, in: image, orientation: orientation)
        return try lookAgain(at: faces, in: image, orientation: orientation, hints: hints)
    }

    /// Finds the faces of an image that stands by itself, at its full size too: more than the frames of a video
    /// leave time for.
    ///
    /// Parameters and result are those of ``FaceDetector/detectFaces(in:orientation:region:hints:)``.
    func examine(
        _ image: PixelBuffer, orientation: VideoOrientation, region: Rect?
    ) throws(FacecapError) -> [DetectedFace] {
        var faces = try detectRawFaces(
            in: image, orientation, region, longestSide: options.workingSize,
            search: Self.frameSearch)
        let size = min(options.imageSize ?? 0, DetectorView.extent(of: region, in: image))
        if size > options.workingSize {
            let others = try detectRawFaces(
                in: image, orientation, region, longestSide: size, search: Self.imageSearch)
            faces = FaceFollower.adding(others, to: faces)
        }
        faces = try settled(faces, besides: [], in: image, orientation: orientation)
        return try lookAgain(at: faces, in: image, orientation: orientation, hints: [])
    }

    /// Known faces, and those of a search that are others: with the box that they will have when they are followed.
    private func settled(
        _ found: [DetectedFace], besides known: [DetectedFace], in image: PixelBuffer,
        orientation: VideoOrientation
    ) throws(FacecapError) -> [DetectedFace] {
        var faces = known
        for face in found where !faces.contains(where: { FaceFollower.isSame($0, face) }) {
            let hint = DetectedFace.Hint(bounds: face.bounds, rollAngle: nil)
            let settled = try follow(hint, in: image, orientation: orientation).first ?? face
            faces = FaceFollower.adding([settled], to: faces)
        }
        return faces
    }

    private func follow(
        _ hints: [DetectedFace.Hint], in image: PixelBuffer, orientation: VideoOrientation
    ) throws(FacecapError) -> [DetectedFace] {
        var faces: [DetectedFace] = []
        for hint in hints {
            let found = try follow(hint, in: image, orientation: orientation)
            faces = FaceFollower.adding(found, to: faces)
        }
        return faces
    }

    /// A face that was just seen, as large as the cascades see it in all of the frame, or at the size at which small
    /// faces are found best.
    private func follow(
        _ hint: DetectedFace.Hint, in image: PixelBuffer, orientation: VideoOrientation
    ) throws(FacecapError) -> [DetectedFace] {
        guard let part = Self.surroundings(of: hint.bounds, in: image) else { return [] }
        let frameScale = Double(options.workingSize) / Double(max(image.width, image.height))
        let isSmall = frameScale * hint.bounds.longerSide < Self.smallFace
        let scale = isSmall ? min(1, Self.followSize / part.width) : frameScale
        var search = Self.frameSearch
        let expected = scale * hint.bounds.longerSide
        search.smallest = max(search.smallest, Int32(clamping: Int(Self.leastGrowth * expected)))
        search.largest = Int32(clamping: Int(Self.mostGrowth * expected))
        search.is_of_one_face = 1
        let found = try detectRawFaces(
            in: image, orientation, part,
            longestSide: Int(scale * Double(DetectorView.extent(of: part, in: image))),
            search: search)
        return found.filter { Self.isSame($0.bounds, hint.bounds) }
    }

    private static func search(step: Double) -> FacecapHaarSearch {
        FacecapHaarSearch(frontal_step: step, smallest: 24, largest: 0, is_of_one_face: 0)
    }

    /// Where a face is followed: a square that stays where it is while the face hardly moves, as what the cascades find
    /// depends on where their first window lies; `nil` for what is no place.
    private static func surroundings(of bounds: Rect, in image: PixelBuffer) -> Rect? {
        let side = followScale * bounds.longerSide
        // Comparisons with a NaN are false.
        guard side >= 1, side <= 4 * Double(max(image.width, image.height)) else { return nil }
        let step = exp2((log2(side) - 2).rounded(.down))
        let extent = ((side / step).rounded(.up) + 1) * step
        func start(_ middle: Double) -> Double { ((middle - extent / 2) / step).rounded() * step }
        return Rect(
            x: start(bounds.center.x), y: start(bounds.center.y), width: extent, height: extent)
    }

    /// Boxes of faces in a part of an image whose longer side is made `longestSide` pixels.
    private func detectRawFaces(
        in image: PixelBuffer, _ orientation: VideoOrientation, _ region: Rect?, longestSide: Int,
        search: FacecapHaarSearch
    ) throws(FacecapError) -> [DetectedFace] {
        Shim.useThreads(Int32(clamping: options.threads))
        guard
            let view = DetectorView(
                of: image, region: region, orientation: orientation, longestSide: longestSide)
        else { return [] }
        let boxes = try Shim.find(
            "The Haar detector failed", in: image, view, room: &found, empty: FacecapHaarFace()
        ) { [handle] image, view, faces, room, message, capacity in
            facecap_haar_detect(handle, image, view, search, faces, room, message, capacity)
        }
        return Self.merged(boxes).map(view.storedFromContent.apply)
    }

    /// Looks with the mesh where there is one, and for eyes where that does not fit. Of what the mesh does not see as a face,
    /// only profiles were faces, in 100 images.
    private func lookAgain(
        at found: [DetectedFace], in image: PixelBuffer, orientation: VideoOrientation,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        var (faces, others, unseen) = (found, Array(found.indices), [Int]())
        if let mesh {
            let refiner = MeshRefiner(
                mesh: mesh, threads: options.threads, pointsGain: 1,
                keepsPoints: options.keepsMeshPoints)
            (faces, others, unseen) = try refiner.refine(
                faces, in: image, orientation: orientation, hints: hints)
            // This detector follows none.
            for index in faces.indices { faces[index].meshPlace = nil }
        }
        let doubtful = unseen.filter { isDoubtful(faces[$0], hints: hints) }
        // It takes many times what the mesh does.
        for index in others where !doubtful.contains(index) {
            faces[index].rollAngle = try roll(
                of: faces[index].bounds, in: image, orientation: orientation)
        }
        return faces.indices.filter { !doubtful.contains($0) }.map { faces[$0] }
    }

    /// Whether what the mesh does not see is no face: nobody was seen there before, and it is clear enough for the mesh.
    private func isDoubtful(_ face: DetectedFace, hints: [DetectedFace.Hint]) -> Bool {
        !face.isProfile && face.bounds.longerSide >= MeshRefiner.smallestClearFace
            && FaceFollower.hint(about: face, in: hints) == nil
    }

    /// One box a face, the surest first.
    private static func merged(_ boxes: ArraySlice<FacecapHaarFace>) -> [DetectedFace] {
        var kept: [DetectedFace] = []
        // Equal ones keep their order: `sorted` is stable.
        let ranked = boxes.sorted { $0.neighbors > $1.neighbors }
        for face in ranked.map({ DetectedFace($0) })
        where !kept.contains(where: { isSame($0.bounds, face.bounds) }) {
            kept.append(face)
        }
        return kept
    }

    private static func isSame(_ a: Rect, _ b: Rect) -> Bool {
        a.intersectionOverUnion(b) >= sameFaceOverlap
    }

    /// The turn of the line through both eyes, clockwise in the stored image.
    private func roll(
        of bounds: Rect, in image: PixelBuffer, orientation: VideoOrientation
    ) throws(FacecapError) -> Double? {
        guard
            let view = DetectorView(
                of: image, region: bounds, orientation: orientation,
                longestSide: Self.eyeWorkingSize)
        else { return nil }
        var eyes = [0.0, 0.0, 0.0, 0.0]
        let count = try Shim.call(.detectorFailed, "The Haar detector failed") {
            message, capacity in
            Shim.withImage(image) { image in
                withUnsafePointer(to: view.view) { view in
                    let count = facecap_haar_find_eyes(
                        handle, image, view, &eyes, message, capacity)
                    return count < 0 ? nil : count
                }
            }
        }
        guard count > 0 else { return nil }
        let left = view.storedFromContent.apply(Point(x: eyes[0], y: eyes[1]))
        let right = view.storedFromContent.apply(Point(x: eyes[2], y: eyes[3]))
        return atan2(right.y - left.y, right.x - left.x) * 180 / .pi
    }
}

extension DetectedFace {
    fileprivate init(_ face: FacecapHaarFace) {
        self.init(
            bounds: Rect(
                x: Double(face.x), y: Double(face.y), width: Double(face.width),
                height: Double(face.height)),
            confidence: Double(face.neighbors) / Double(face.neighbors + 5))
        isProfile = face.is_profile != 0
    }
}
