// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Shows the frames of a run to browsers.
final class WebViewer: FrameViewer {
    /// What encodes a camera's frames and faces; it belongs to the camera's thread.
    private struct Encoders {
        var scaler = SquarePixelScaler()
        let image: ImageEncoder
        var faces: FaceStreamEncoder
    }

    private let server: FaceServer
    /// One for each camera.
    private let encoders: Mutex<[Encoders]>
    /// What counts the frames of each camera.
    private let outputs: [CaptureMetadataOutput]

    /// Begins to listen.
    init(
        _ request: ServeRequest, cameras: [RunCamera], options: FaceStreamEncoder.Options
    ) throws(FacecapError) {
        let scenes = cameras.map(\.scene)
        outputs = cameras.map(\.output)
        var header = scenes.header
        header.space = .displayed
        var all: [Encoders] = []
        for scene in scenes {
            all.append(
                Encoders(
                    image: try ImageEncoder(quality: 0.8),
                    faces: FaceStreamEncoder(
                        space: .displayed, clock: scene.clock, options: options,
                        camera: scene.camera.name)))
        }
        server = try FaceServer(
            at: request.address, token: request.token, cameras: scenes.map(\.camera.name),
            header: all[0].faces.session(header))
        encoders = Mutex(all)
    }

    /// Where it can be watched, a sentence for each address.
    var places: [String] {
        server.urls.enumerated().map { ($0 == 0 ? "watch at " : "or at ") + $1 }
    }

    func show(_ frame: CapturedFrame, _ observation: FaceObservation?, of scene: RunScene) {
        let sample = frame.sampleBuffer
        let isWatched = server.isWatched(camera: scene.index)
        // A frame that cannot be encoded, such as one of distances, is not shown.
        let image = isWatched ? try? jpeg(of: sample, camera: scene.index) : nil
        let transform = CoordinateTransform.displayedFromStored(orientation: sample.orientation)
        let record = observation.map { observation in
            encoders.withLock {
                $0[scene.index].faces.faces(
                    observation, transform: transform,
                    nowNanoseconds: MonotonicClock.nowNanoseconds)
            }
        }
        let ledger = outputs[scene.index].ledger
        server.publish(
            LiveFrame(
                record: record, image: image, captureNanoseconds: sample.captureNanoseconds,
                droppedCount: ledger.droppedCount + ledger.lost),
            ofCamera: scene.index)
    }

    func finish() { server.finish() }

    private func jpeg(
        of sample: VideoSampleBuffer, camera: Int
    ) throws(FacecapError) -> [UInt8] {
        let (encoder, square) = try encoders.withLock { encoders throws(FacecapError) in
            (encoders[camera].image, try encoders[camera].scaler.square(sample))
        }
        return try encoder.encode(square.pixelBuffer, displayed: sample.orientation)
    }
}
