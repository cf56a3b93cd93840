// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import Synchronization
import TestSupport

/// Everything a source says until its end.
struct Recording {
    var images: [VideoSampleBuffer] = []
    var audio: [AudioSampleBuffer] = []
    var drops: [FrameLedger.DropReason] = []
    var warnings: [FacecapError] = []
    var encodedImages: [EncodedSample] = []
    var encodedAudio: [EncodedSample] = []
    /// Frames that came before the encoded samples that they are decoded from.
    var earlyImages = 0

    init(_ source: MediaFileSource) throws {
        while let event = try source.nextEvent() {
            switch event {
            case .video(let sample):
                images.append(sample)
                if !encodedImages.contains(where: {
                    $0.presentationTime == sample.presentationTime
                }) {
                    earlyImages += 1
                }
            case .encoded(let sample, .video): encodedImages.append(sample)
            case .encoded(let sample, .audio): encodedAudio.append(sample)
            case .audio(let sample): audio.append(sample)
            case .dropped(let reason, _): drops.append(reason)
            case .warning(let error): warnings.append(error)
            default: break
            }
        }
    }

    /// Seconds with six decimals, as `ffprobe` prints them.
    var presentationTimes: [String] {
        images.map { String(format: "%.6f", $0.presentationTime.seconds) }
    }
}

extension PixelBuffer {
    /// The samples of all planes without the padding of their rows.
    var packed: [UInt8] {
        var bytes: [UInt8] = []
        for (index, plane) in planes.enumerated() {
            let (bytesPerRow, rows) = format.layout(plane: index, width: width, height: height)
            for row in 0..<rows {
                bytes += UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: bytesPerRow)
            }
        }
        return bytes
    }
}

extension MediaFolder {
    /// Makes a video or image, as ``make(_:_:)`` does, and returns its bytes.
    func makeData(_ name: String, _ arguments: String) throws -> Data {
        try Data(contentsOf: URL(filePath: make(name, arguments)))
    }
}

/// How often those who wait are told of progress while something is read.
func heartbeats(of path: String, _ read: (OpenedLocation) throws -> Void) throws -> Int {
    let counter = HeartbeatCounter()
    try read(
        OpenedLocation(.file(path: path), file: nil, heartbeatInterval: 0) {
            counter.count.withLock { $0 += 1 }
        })
    return counter.count.withLock { $0 }
}

private final class HeartbeatCounter: Sendable {
    let count = Mutex(0)
}

/// The error with which opening a location fails; `nil` when it succeeds.
func openingError(
    _ location: String, options: MediaFileSource.Options = .init()
) -> FacecapError? {
    do throws(FacecapError) {
        _ = try MediaFileSource(location, options: options)
        return nil
    } catch {
        return error
    }
}
