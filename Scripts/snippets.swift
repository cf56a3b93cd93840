// SPDX-License-Identifier: Apache-2.0
// What the Swift of README.md and docs leaves to its readers. It is compiled and never run.
import Facecap

final class Delegate: CaptureMetadataOutputObjectsDelegate, Preview.Delegate {
    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {}

    var previewStatus: Preview.Status { Preview.Status() }
    func previewDidReceive(_ command: Preview.Command) {}
}

let delegate = Delegate()
let tap = Point(x: 0.5, y: 0.5)
let observations: [FaceObservation] = []
let faces: [MetadataFaceObject] = []
var time: Int64 { fatalError() }
var device: CaptureDevice { fatalError() }
var connection: CaptureConnection { fatalError() }
var image: PixelBuffer { fatalError() }

func write(_ bytes: [UInt8]) {}
