package import CaptureSamples
package import FaceValues
import Glibc

/// Finds faces with a network: boxes in one pass over the whole image, then points and angles in a
/// second look at each face turned upright.
///
/// Its detectors are ``YuNetDetector`` and ``CenterFaceDetector``. Used by one thread at a time. The
/// number of threads OpenCV uses is one of the process: the detector that ran last has set it.
package class NetworkDetector: FaceDetector, @unchecked Sendable {
    /// How a detector looks; every value has a sensible default.
    package struct Options: Sendable, Hashable {
        /// The longest side of what the network sees of an image, 1...1920, rounded up to a
        /// multiple of 32.
        package var inputSize: Int
        /// Faces scored lower are not reported, 0...1; `nil` for the detector's own threshold.
        package var scoreThreshold: Double?
        /// The number of threads a pass runs on, 1 or more; more than 4 do not help. It changes no
        /// result.
        package var threads: Int
        /// What runs the network; `nil` for what `FACECAP_KERNEL` says, else the fastest. OpenCV
        /// runs models that no other knows.
        package var kernel: NetworkKernel?

        /// How a detector looks.
        package init(
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
    package let description: DetectorDescription
    /// How the detector looks.
    package let options: Options
    let network: FaceNetwork
    private let traits: NetworkTraits
    private let scoreThreshold: Double

    init(
        _ traits: NetworkTraits, model: [UInt8], description: DetectorDescription?, options: Options
    ) throws(FacecapError) {
        try Self.check(options)
        let description = description ?? DetectorDescription(name: traits.name)
        self.traits = traits
        self.options = options
        scoreThreshold = options.scoreThreshold ?? traits.scoreThreshold
        network = try FaceNetwork(
            kind: traits.kind, model: model, name: description.modelName ?? "in memory",
            threads: options.threads, kernel: options.kernel)
        self.description = DetectorDescription(
            name: description.name, modelName: description.modelName,
            modelSHA256: description.modelSHA256, kernel: network.kernel)
    }

    /// Twice what the network sees of an image, since faces are looked at a second time up close.
    package var neededLongerSide: Int? { 2 * options.inputSize }

    /// Finds the faces of an image with points and angles; see ``FaceDetector``.
    ///
    /// Angles are `nil` where they are not reliable: on tiny faces and where looks at a face
    /// contradict each other.
    package func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?, hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace] {
        guard let view = view(of: image, orientation: orientation, region: region) else {
            return []
        }
        let raw = try network.detect(view, of: image, scoreThreshold: scoreThreshold)
        let faces = raw.filter {
            max($0.bounds.width, $0.bounds.height) * view.scale >= Self.smallestFace
        }
        return try FaceRefiner(network: network, traits: traits).refine(
            faces, in: image, hints: hints)
    }

    /// Finds faces in one pass: boxes, scores and the points as the network says them, which lean
    /// towards upright, however small; no angles.
    package func detectRawFaces(
        in image: PixelBuffer, orientation: VideoOrientation = .upright, region: Rect? = nil
    ) throws(FacecapError) -> [DetectedFace] {
        guard let view = view(of: image, orientation: orientation, region: region) else {
            return []
        }
        return try network.detect(view, of: image, scoreThreshold: scoreThreshold)
    }

    private func view(
        of image: PixelBuffer, orientation: VideoOrientation, region: Rect?
    ) -> DetectorView? {
        DetectorView(
            of: image, region: region, orientation: orientation,
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
