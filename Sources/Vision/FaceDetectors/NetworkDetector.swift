// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// Finds faces with a network: boxes in one pass over the whole image, then points and angles in a
/// second look at each face turned upright.
///
/// Used by one thread at a time. The number of threads OpenCV uses is one of the process: the detector
/// that ran last has set it.
package final class NetworkDetector: FaceDetector, @unchecked Sendable {
    /// Which network it is, by the detector's name in records.
    package enum Kind: String, Sendable {
        /// A YuNet 2023 model, on the processor's own kernels where they know it, else on OpenCV; see
        /// ``DetectorDescription/Kernel``.
        ///
        /// Source: Wu, Peng, Yu, "YuNet: a tiny millisecond-level face detector", Machine Intelligence
        /// Research 2023.
        case yunet
        /// The CenterFace model. It costs five times what YuNet does and finds no more; it is for machines that
        /// YuNet's model cannot be brought to. Its model is read again for every new size of image.
        ///
        /// Source: Xu et al., "CenterFace: joint face detection and alignment using face as point", 2019.
        case centerface
    }

    /// How a detector looks; every value has a sensible default.
    package struct Options: Sendable, Hashable {
        /// The longest side of what the network sees of an image, 1...1920, rounded up to a
        /// multiple of 32; `nil` for two looks: one for large faces, and a finer one for small faces.
        /// Neither is larger than the image itself.
        package var inputSize: Int?
        /// The height in pixels of the image of the smallest faces that are to be found, half of them at
        /// least, 1 or more; `nil` for those that ``fineInputSize`` shows. Nothing where there is an
        /// ``inputSize``.
        package var smallestFace: Int?
        /// The longest side of the finer look where there is no ``smallestFace``, 1...1920.
        package var fineInputSize: Int
        /// Faces scored lower are not reported, 0...1, and none lower than 0.05; `nil` for the detector's own
        /// threshold.
        package var scoreThreshold: Double?
        /// The number of threads a pass runs on, 1 or more; more than 4 do not help. It changes no
        /// result.
        package var threads: Int
        /// What runs the network; `nil` for what `FACECAP_KERNEL` says, else the fastest. OpenCV
        /// runs models that no other knows.
        package var kernel: DetectorDescription.Kernel?
        /// Whether faces keep all points of their mesh, where there is a mesh.
        package var keepsMeshPoints = false

        /// How a detector looks.
        package init(
            inputSize: Int? = nil, smallestFace: Int? = nil, fineInputSize: Int = 704,
            scoreThreshold: Double? = nil, threads: Int = 2,
            kernel: DetectorDescription.Kernel? = nil
        ) {
            self.inputSize = inputSize
            self.smallestFace = smallestFace
            self.fineInputSize = fineInputSize
            self.scoreThreshold = scoreThreshold
            self.threads = threads
            self.kernel = kernel
        }
    }

    /// What is smaller than a cell of the network's finest grid, in pixels of its input, is no face.
    private static let smallestFace = 8.0
    /// What is scored lower is no face: the thousands of places everywhere, each of which would be looked at again.
    private static let leastThreshold = 0.05

    /// The detector's name, the model it runs on, and what runs that.
    package let description: DetectorDescription
    /// How the detector looks.
    package let options: Options
    let network: FaceNetwork
    private let traits: NetworkTraits
    let scoreThreshold: Double
    private let mesh: FaceMesh?

    /// A detector from the bytes of an ONNX file, which are not needed afterwards.
    ///
    /// - Parameter mesh: what looks at found faces again, for this detector alone; `nil` for the network's own
    ///   five points.
    /// - Throws: `modelUnreadable` for bytes that are no such model, `invalidArgument` for options
    ///   out of range.
    package init(
        _ kind: Kind, model: [UInt8], description: DetectorDescription? = nil,
        options: Options = Options(), mesh: FaceMesh? = nil
    ) throws(FacecapError) {
        try Self.check(options)
        let description = description ?? DetectorDescription(name: kind.rawValue)
        traits = NetworkTraits(kind)
        self.options = options
        self.mesh = mesh
        scoreThreshold = max(
            Self.leastThreshold, options.scoreThreshold ?? traits.scoreThreshold)
        network = try FaceNetwork(
            kind: traits.kind, model: model, name: description.modelName ?? "in memory",
            threads: options.threads, kernel: options.kernel)
        self.description = DetectorDescription(
            name: description.name, modelName: description.modelName,
            modelSHA256: description.modelSHA256, kernel: network.kernel,
            mesh: mesh == nil ? nil : description.mesh)
    }

    /// Twice what the network sees of an image, since faces are looked at a second time up close; `nil`
    /// where how much it sees depends on the image.
    package var neededLongerSide: Int? {
        if let size = options.inputSize { return 2 * size }
        return options.smallestFace == nil
            ? max(2 * DetectorScales.usualSize, options.fineInputSize) : nil
    }

    /// Finds the faces of an image with points and angles; see ``FaceDetector``.
    ///
    /// Angles are `nil` where they are not reliable: on tiny faces and where looks at a face
    /// contradict each other.
    package func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let scales = DetectorScales(options, extent: DetectorView.extent(of: region, in: image))
        return try find(
            in: image, orientation, region, hints,
            longestSides: [scales.coarse, scales.fine].compactMap(\.self))
    }

    /// Finds large faces anywhere, and small ones that were just seen; see ``FaceDetector``.
    package func scanFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let scales = DetectorScales(options, extent: DetectorView.extent(of: region, in: image))
        return try find(in: image, orientation, region, hints, longestSides: [scales.coarse])
    }

    /// Finds faces at some sizes of the image, and those that were just seen and are hard to find: small ones, and ones that
    /// are tilted.
    private func find(
        in image: PixelBuffer, _ orientation: VideoOrientation, _ region: Rect?,
        _ hints: [DetectedFace.Hint], longestSides: [Int]
    ) throws(FacecapError) -> [DetectedFace] {
        var faces: [DetectedFace] = []
        for side in longestSides {
            let others = try look(at: image, orientation, region, longestSide: side)
            faces = FaceFollower.adding(others, to: faces)
        }
        if options.inputSize == nil {
            let missing = hints.filter { hint in
                !faces.contains {
                    $0.bounds.intersectionOverUnion(hint.bounds) > FaceFollower.sameFaceOverlap
                }
            }
            let others = try follower.follow(missing, in: image, orientation: orientation)
            faces = FaceFollower.adding(others, to: faces)
        }
        return try lookAgain(at: faces, in: image, orientation: orientation, hints: hints)
    }

    /// Finds faces that were just seen, wherever they moved to; see ``FaceDetector``.
    package func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]? {
        let (meshes, others) = try meshRefiner?.follow(hints, in: image) ?? ([], hints)
        let faces = try follower.follow(others, in: image, orientation: orientation)
        return FaceFollower.adding(
            try lookAgain(at: faces, in: image, orientation: orientation, hints: hints),
            to: FaceFollower.eachOnce(meshes))
    }

    private var meshRefiner: MeshRefiner? {
        mesh.map {
            MeshRefiner(
                mesh: $0, threads: options.threads, pointsGain: traits.pointsGain,
                keepsPoints: options.keepsMeshPoints)
        }
    }

    /// Looks with the mesh where there is one, and with the network's five points where that shows no face.
    private func lookAgain(
        at faces: [DetectedFace], in image: PixelBuffer, orientation: VideoOrientation,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        var (seen, others) = (faces, Array(faces.indices))
        if let meshRefiner {
            (seen, others, _) = try meshRefiner.refine(
                faces, in: image, orientation: orientation, hints: hints)
        }
        guard !others.isEmpty else { return seen }
        let refiner = FaceRefiner(
            network: network, traits: traits, areLeftByMesh: meshRefiner != nil)
        return try refiner.refine(seen, only: others, in: image, hints: hints)
    }

    private var follower: FaceFollower {
        FaceFollower(
            network: network, pointsGain: traits.pointsGain, scoreThreshold: scoreThreshold)
    }

    /// What one pass finds that is large enough to be a face.
    private func look(
        at image: PixelBuffer, _ orientation: VideoOrientation, _ region: Rect?,
        longestSide: Int
    ) throws(FacecapError) -> [DetectedFace] {
        guard
            let view = DetectorView(
                of: image, region: region, orientation: orientation, longestSide: longestSide)
        else { return [] }
        let faces = try network.detect(view, of: image, scoreThreshold: scoreThreshold)
        return faces.filter {
            $0.bounds.longerSide * view.scale >= Self.smallestFace
        }
    }

    private static func check(_ options: Options) throws(FacecapError) {
        for size in [options.inputSize, options.fineInputSize].compactMap(\.self)
        where !(1...1920).contains(size) {
            throw FacecapError(
                .invalidArgument, "The detector's input size is \(size), choose 1 to 1920.")
        }
        if let smallest = options.smallestFace, smallest < 1 {
            throw FacecapError(
                .invalidArgument, "The smallest face is \(smallest) pixels, choose 1 or more.")
        }
        if let threshold = options.scoreThreshold, !(0...1).contains(threshold) {
            throw FacecapError(
                .invalidArgument, "The detector's threshold is \(threshold), choose 0 to 1.")
        }
        guard (1...256).contains(options.threads) else {
            throw FacecapError(
                .invalidArgument,
                "The detector's thread count is \(options.threads), choose 1 to 256.")
        }
    }
}
