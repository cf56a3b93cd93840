// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
internal import OpenCVCalls

/// A network behind the shim; used by one thread at a time.
final class FaceNetwork {
    private let handle: OpaquePointer
    private let threads: Int32
    private var found: [FacecapFace]

    /// A network from the bytes of an ONNX file; `name` is what errors call it.
    init(
        kind: FacecapFaceNetworkKind, model: [UInt8], name: String, threads: Int,
        kernel: DetectorDescription.Kernel?
    ) throws(FacecapError) {
        self.threads = Int32(clamping: threads)
        found = Array(repeating: FacecapFace(), count: 64)
        var kernel = kernel
        if kernel == nil { kernel = try DetectorDescription.Kernel.requested() }
        try Shim.startThreads(self.threads)
        handle = try Shim.call(
            .modelUnreadable, "Cannot use the model \(name), run 'facecap models fetch' again"
        ) { [kernel] message, capacity in
            facecap_face_network_create(
                kind, model, model.count, kernel?.name, message, capacity)
        }
        facecap_face_network_use_threads(handle, self.threads)
    }

    /// What the network runs on.
    var kernel: DetectorDescription.Kernel {
        DetectorDescription.Kernel(String(cString: facecap_face_network_kernel(handle)))
    }

    deinit { facecap_face_network_destroy(handle) }

    /// The faces of a view as the network says them, best first, in stored pixels without angles.
    func detect(
        _ view: DetectorView, of image: PixelBuffer, scoreThreshold: Double
    ) throws(FacecapError) -> [DetectedFace] {
        Shim.useThreads(threads)
        let faces = try Shim.find(
            "The face detector failed", in: image, view, room: &found, empty: FacecapFace()
        ) { [handle] image, view, faces, room, message, capacity in
            facecap_face_network_detect(
                handle, image, view, Float(scoreThreshold), faces, room, message, capacity)
        }
        return faces.map { view.storedFromContent.apply(DetectedFace($0)) }
    }

    /// The face about the middle of each crop, in pixels of the crop (0...96), `nil` where there is none.
    func lookAgain(
        at crops: [FacecapCrop], of image: PixelBuffer
    ) throws(FacecapError) -> [FaceInCrop?] {
        try look(at: crops, of: image, follows: false, 0).map { face in
            guard face.score > 0 else { return nil }
            return FaceInCrop(
                bounds: Rect(face), landmarks: FaceLandmarks(face), score: Double(face.score))
        }
    }

    /// The face that each crop was made for, in pixels of the crop (0...96), `nil` where there is none.
    func follow(
        _ crops: [FacecapCrop], in image: PixelBuffer, scoreThreshold: Double
    ) throws(FacecapError) -> [DetectedFace?] {
        try look(at: crops, of: image, follows: true, Float(scoreThreshold)).map {
            $0.score > 0 ? DetectedFace($0) : nil
        }
    }

    /// The most crops of one call.
    private static let mostCrops = 64

    private func look(
        at crops: [FacecapCrop], of image: PixelBuffer, follows: Bool, _ scoreThreshold: Float
    ) throws(FacecapError) -> [FacecapFace] {
        Shim.useThreads(threads)
        var faces: [FacecapFace] = []
        for start in stride(from: 0, to: crops.count, by: Self.mostCrops) {
            let batch = Array(crops[start...].prefix(Self.mostCrops))
            var found = Array(repeating: FacecapFace(), count: batch.count)
            _ = try Shim.call(.detectorFailed, "The face detector failed") { message, capacity in
                Shim.withImage(image) { image in
                    let code = facecap_face_network_look(
                        handle, image, batch, Int32(batch.count), follows ? 1 : 0, scoreThreshold,
                        &found, message, capacity)
                    return code == 0 ? code : nil
                }
            }
            faces += found
        }
        return faces
    }
}

extension FaceLandmarks {
    fileprivate init(_ face: FacecapFace) {
        let values = face.points
        self.init(
            leftEye: Point(x: Double(values.0), y: Double(values.1)),
            rightEye: Point(x: Double(values.2), y: Double(values.3)),
            nose: Point(x: Double(values.4), y: Double(values.5)),
            leftMouth: Point(x: Double(values.6), y: Double(values.7)),
            rightMouth: Point(x: Double(values.8), y: Double(values.9)))
    }
}

extension Rect {
    fileprivate init(_ face: FacecapFace) {
        self.init(
            x: Double(face.x), y: Double(face.y), width: Double(face.width),
            height: Double(face.height))
    }
}

extension DetectedFace {
    fileprivate init(_ face: FacecapFace) {
        self.init(
            bounds: Rect(face), confidence: Double(face.score), landmarks: FaceLandmarks(face))
    }
}
