public import CaptureSamples
public import FaceValues
import Glibc

/// Finds faces with a network: boxes in one pass over the whole image, then points and angles in a
/// second look at each face turned upright.
///
/// Its detectors are ``YuNetDetector`` and ``CenterFaceDetector``. Used by one thread at a time. The
/// number of threads OpenCV uses is one of the process: the detector that ran last has set it.
public class NetworkDetector: FaceDetector, @unchecked Sendable {
    /// How a detector looks; every value has a sensible default.
    public struct Options: Sendable, Hashable {
        /// The longest side of what the network sees of an image, 1...1920, rounded up to a
        /// multiple of 32.
        public var inputSize: Int
        /// Faces scored lower are not reported, 0...1; `nil` for the detector's own threshold.
        public var scoreThreshold: Double?
        /// The number of threads a pass runs on, 1 or more; more than 4 do not help. It changes no
        /// result.
        public var threads: Int
        /// What runs the network; `nil` for what `FACECAP_KERNEL` says, else the fastest. OpenCV
        /// runs models that no other knows.
        public var kernel: NetworkKernel?
        /// Whether faces keep all points of their mesh, where there is a mesh.
        public var keepsMeshPoints = false

        /// How a detector looks.
        public init(
            inputSize: Int = 320, scoreThreshold: Double? = nil, threads: Int = 2,
            kernel: NetworkKernel? = nil
        ) {
            self.inputSize = inputSize
            self.scoreThreshold = scoreThreshold
            self.threads = threads
            self.kernel = kernel
        }
    }

    /// What is smaller than a cell of the network's finest grid, in pixels of its input, is no face.
    private static let smallestFace = 8.0

    /// The detector's name, the model it runs on, and what runs that.
    public let description: DetectorDescription
    /// How the detector looks.
    public let options: Options
    let network: FaceNetwork
    private let traits: NetworkTraits
    private let scoreThreshold: Double
    private let mesh: FaceMesh?

    init(
        _ traits: NetworkTraits, model: [UInt8], description: DetectorDescription?,
        options: Options, mesh: FaceMesh?
    ) throws(FacecapError) {
        try Self.check(options)
        let description = description ?? DetectorDescription(name: traits.name)
        self.traits = traits
        self.options = options
        self.mesh = mesh
        scoreThreshold = options.scoreThreshold ?? traits.scoreThreshold
        network = try FaceNetwork(
            kind: traits.kind, model: model, name: description.modelName ?? "in memory",
            threads: options.threads, kernel: options.kernel)
        self.description = DetectorDescription(
            name: description.name, modelName: description.modelName,
            modelSHA256: description.modelSHA256, kernel: network.kernel,
            mesh: mesh == nil ? nil : description.mesh)
    }

    /// Twice what the network sees of a picture, since faces are looked at a second time up close.
    public var neededLongerSide: Int? { 2 * options.inputSize }

    /// Finds the faces of a picture with points and angles; see ``FaceDetector``.
    ///
    /// Angles are `nil` where they are not reliable: on tiny faces and where looks at a face
    /// contradict each other.
    public func detectFaces(
        in picture: PixelBuffer, orientation: VideoOrientation, region: Rect?, hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace] {
        guard let view = view(of: picture, orientation: orientation, region: region) else {
            return []
        }
        let raw = try network.detect(view, of: picture, scoreThreshold: scoreThreshold)
        let faces = raw.filter {
            max($0.bounds.width, $0.bounds.height) * view.scale >= Self.smallestFace
        }
        return try lookAgain(at: faces, in: picture, orientation: orientation, hints: hints)
    }

    /// Looks with the mesh where there is one, and with the network's five points where that shows no face.
    private func lookAgain(
        at faces: [DetectedFace], in picture: PixelBuffer, orientation: VideoOrientation,
        hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace] {
        var (seen, others) = (faces, Array(faces.indices))
        if let mesh {
            let refiner = MeshRefiner(
                mesh: mesh, threads: options.threads, pointsGain: traits.pointsGain,
                keepsPoints: options.keepsMeshPoints)
            (seen, others) = try refiner.refine(
                faces, in: picture, orientation: orientation, hints: hints)
        }
        guard !others.isEmpty else { return seen }
        return try FaceRefiner(network: network, traits: traits).refine(
            seen, only: others, in: picture, hints: hints)
    }

    /// Finds faces in one pass: boxes, scores and the points as the network says them, which lean
    /// towards upright, however small; no angles.
    public func detectRawFaces(
        in picture: PixelBuffer, orientation: VideoOrientation = .upright, region: Rect? = nil
    ) throws(FacecapError) -> [DetectedFace] {
        guard let view = view(of: picture, orientation: orientation, region: region) else {
            return []
        }
        return try network.detect(view, of: picture, scoreThreshold: scoreThreshold)
    }

    private func view(
        of picture: PixelBuffer, orientation: VideoOrientation, region: Rect?
    ) -> DetectorView? {
        DetectorView(
            of: picture, region: region, orientation: orientation,
            longestSide: (options.inputSize + 31) / 32 * 32)
    }

    private static func check(_ options: Options) throws(FacecapError) {
        guard (1...1920).contains(options.inputSize) else {
            throw FacecapError(
                .invalidArgument,
                "The detector's input size is \(options.inputSize), choose 1 to 1920.")
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
