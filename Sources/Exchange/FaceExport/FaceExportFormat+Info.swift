// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
public import FaceValues

extension FaceExportFormat {
    /// What the files say of the movie or the run that the faces come from.
    public struct Info: Sendable, Hashable {
        /// The version of the program.
        public var version: String
        /// `file`, `camera` or `synthetic`.
        public var sourceKind: String
        /// The path, address or specifier that was opened.
        public var sourceName: String
        /// The displayed size in pixels, 1...1,000,000 each.
        public var videoSize: Size
        /// Nominal frames a second; `nil` where unknown.
        public var frameRate: Double?
        /// Where the last frame ends; `nil` where unknown.
        public var duration: MediaTime?
        /// The frames the movie has, exactly; `nil` where unknown or only estimated.
        public var frameCount: Int?
        /// Whether left and right are exchanged.
        public var isMirrored = false
        /// Whether faces are written with their five points.
        public var includesLandmarks = false
        /// Whether faces are written with all points of their mesh, by formats that have a place for them.
        public var includesMesh = false
        /// Up to how many degrees of yaw a head points to the front, in `eaf`, `textgrid` and `boris`.
        public var frontalYaw = 20.0
        /// The same of pitch.
        public var frontalPitch = 15.0
        /// The detector's name; `nil` where the movie does not tell who found its faces.
        public var detectorName: String?
        /// The model's name, for a detector with a model file.
        public var modelName: String?
        /// The model's SHA-256 in hex, for a detector with a model file.
        public var modelSHA256: String?
        /// What ran the model; `nil` for detectors without one.
        public var kernelName: String?
        /// The name of the face mesh's model; `nil` where none was used.
        public var meshName: String?
        /// The SHA-256 of the face mesh's model in hex.
        public var meshSHA256: String?
        /// The width of a displayed pixel in its heights.
        package var pixelAspectRatio = 1.0
        /// The movie that lies beside the files, where it is not what was opened.
        package var moviePath: String?

        /// What must be known; the rest is set afterwards.
        public init(
            version: String = facecapVersion, sourceKind: String, sourceName: String,
            videoSize: Size
        ) {
            self.version = version
            self.sourceKind = sourceKind
            self.sourceName = sourceName
            self.videoSize = videoSize
        }

        /// What found the faces.
        package var detector: DetectorNames {
            get {
                DetectorNames(
                    name: detectorName, model: modelName, modelSHA256: modelSHA256,
                    kernel: kernelName, mesh: meshName, meshSHA256: meshSHA256)
            }
            set {
                (detectorName, kernelName) = (newValue.name, newValue.kernel)
                (modelName, modelSHA256) = (newValue.model, newValue.modelSHA256)
                (meshName, meshSHA256) = (newValue.mesh, newValue.meshSHA256)
            }
        }

        /// The movie's name without its folder, for tools that look for it beside their own file.
        var mediaName: String {
            // A slash with a mark that combines with it is one too.
            (moviePath ?? sourceName).unicodeScalars.split(separator: "/").last.map { String($0) }
                ?? "faces"
        }

        /// Whether positions in pixels can be told.
        var hasUsableSize: Bool {
            let sides = 1...1_000_000.0
            return sides.contains(videoSize.width) && sides.contains(videoSize.height)
        }

        /// The frame rate, where there is one that means something.
        var usableFrameRate: Double? {
            frameRate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }

        /// The first record of a stream.
        var streamHeader: StreamHeader {
            var camera = StreamCamera(
                sourceKind: sourceKind, sourceName: sourceName, videoSize: videoSize,
                frameRate: usableFrameRate)
            camera.pixelAspectRatio = pixelAspectRatio
            return StreamHeader(
                version: version, cameras: [camera], detector: detector, isMirrored: isMirrored)
        }

        /// The box of a face of the displayed image in pixels; `nil` where it is no box: not finite, or
        /// without extent. It may reach beyond the image.
        func pixelBox(of face: MetadataFaceObject) -> Rect? {
            let box = face.bounds.scaled(x: videoSize.width, y: videoSize.height)
            let isFinite =
                box.x.isFinite && box.y.isFinite && box.maxX.isFinite && box.maxY.isFinite
            return isFinite && box.area.isFinite && !box.isEmpty ? box : nil
        }

        /// A place of the displayed image in pixels.
        func pixels(_ point: Point) -> Point {
            Point(x: point.x * videoSize.width, y: point.y * videoSize.height)
        }
    }
}
