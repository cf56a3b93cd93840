public import CaptureSamples
public import FaceValues
import Glibc

/// Finds faces with a YuNet 2023 model: boxes in one pass over the whole picture, then points and
/// angles in a second look at each face turned upright.
///
/// Used by one thread at a time. The number of threads OpenCV uses is one of the process: the
/// detector that ran last has set it. Source: Wu, Peng, Yu, "YuNet", Machine Intelligence Research
/// 2023.
public final class YuNetDetector: FaceDetector, @unchecked Sendable {
    /// How a detector looks; every value has a sensible default.
    public struct Options: Sendable, Hashable {
        /// The longest side of what the network sees of a picture, 1...1920, rounded up to a
        /// multiple of 32.
        public var inputSize: Int
        /// Faces scored lower are not reported, 0...1.
        public var scoreThreshold: Double
        /// The number of threads a pass runs on, 1 or more; more than 4 do not help. It changes no
        /// result.
        public var threads: Int

        /// How a detector looks.
        public init(inputSize: Int = 320, scoreThreshold: Double = 0.65, threads: Int = 2) {
            self.inputSize = inputSize
            self.scoreThreshold = scoreThreshold
            self.threads = threads
        }
    }

    /// What is smaller than a cell of the network's finest grid, in pixels of its input, is no face.
    private static let smallestFace = 8.0

    /// `yunet` and the model it runs on.
    public let description: DetectorDescription
    /// How the detector looks.
    public let options: Options
    private let network: YuNetNetwork

    /// A detector from the bytes of an ONNX file, which are not needed afterwards.
    ///
    /// - Throws: `modelUnreadable` for bytes that are no such model, `invalidArgument` for options
    ///   out of range.
    public init(
        model: [UInt8], description: DetectorDescription = DetectorDescription(name: "yunet"),
        options: Options = Options()
    ) throws(FacecapError) {
        try Self.check(options)
        self.description = description
        self.options = options
        network = try YuNetNetwork(
            model: model, name: description.modelName ?? "in memory", threads: options.threads)
    }

    /// A detector from an ONNX file.
    ///
    /// - Throws: `modelNotFound` for a file that is not there, otherwise as from bytes.
    public convenience init(
        modelPath: String, description: DetectorDescription? = nil, options: Options = Options()
    ) throws(FacecapError) {
        let model = try ModelFile.read(modelPath)
        try self.init(
            model: model,
            description: description ?? DetectorDescription(name: "yunet", modelName: modelPath),
            options: options)
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
        let raw = try network.detect(view, of: picture, scoreThreshold: options.scoreThreshold)
        let faces = raw.filter {
            max($0.bounds.width, $0.bounds.height) * view.scale >= Self.smallestFace
        }
        return try FaceRefiner(network: network).refine(faces, in: picture, hints: hints)
    }

    /// Finds faces in one pass: boxes, scores and the points as the network says them, which lean
    /// towards upright, however small; no angles.
    public func detectRawFaces(
        in picture: PixelBuffer, orientation: VideoOrientation = .upright, region: Rect? = nil
    ) throws(FacecapError) -> [DetectedFace] {
        guard let view = view(of: picture, orientation: orientation, region: region) else {
            return []
        }
        return try network.detect(view, of: picture, scoreThreshold: options.scoreThreshold)
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
        guard (0...1).contains(options.scoreThreshold) else {
            throw FacecapError(
                .invalidArgument,
                "The detector's threshold is \(options.scoreThreshold), choose 0 to 1.")
        }
        guard (1...256).contains(options.threads) else {
            throw FacecapError(
                .invalidArgument,
                "The detector's thread count is \(options.threads), choose 1 to 256.")
        }
    }
}
