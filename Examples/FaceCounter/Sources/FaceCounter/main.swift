// SPDX-License-Identifier: Apache-2.0
// Counts the faces of a video or of the synthetic camera:
//
//     swift run FaceCounter talk.mp4
//
// What an app does with AVFoundation, done with facecap: a device, an input, a metadata output and a
// delegate that receives face objects.
import Facecap
import Synchronization

final class Counter: CaptureMetadataOutputObjectsDelegate {
    private let ids = Mutex<Set<Int>>([])

    var count: Int { ids.withLock { $0.count } }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        for id in observation.foundFaceIDs { ids.withLock { _ = $0.insert(id) } }
        for face in observation.faces where face.state == .observed {
            let shown = connection.transformedMetadataObject(face, of: observation)
            print(observation.presentationTime.seconds, shown.faceID, shown.bounds)
        }
    }
}

let device: CaptureDevice =
    if let path = CommandLine.arguments.dropFirst().first {
        .file(path)
    } else {
        .synthetic(try SyntheticCamera.Configuration(specifier: "faces=3,frames=90,pace=fast"))
    }
let output = CaptureMetadataOutput(detector: try DetectorSelection().makeDetector())
let counter = Counter()
output.setMetadataObjectsDelegate(counter)

let session = CaptureSession()
await session.beginConfiguration()
try await session.addInput(CaptureDeviceInput(device: device))
try await session.addOutput(output)
try await session.commitConfiguration()

let notifications = session.notifications()
try await session.startRunning()
for await notification in notifications {
    if case .runtimeError(let error) = notification { print(error) }
    if case .didStopRunning = notification { break }
}
print("\(counter.count) faces in \(output.ledger.captured) frames")
