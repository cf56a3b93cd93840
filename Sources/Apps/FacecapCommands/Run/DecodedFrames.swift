// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Reads single frames of videos and images.
enum DecodedFrames {
    /// A frame of a video, counted from 0 as a session counts; of an image the frame 0.
    static func read(
        _ path: String, frame number: Int, opening: FileOpening
    ) throws(FacecapError) -> VideoSampleBuffer {
        var result: VideoSampleBuffer?
        try forEach(in: path, of: [number], opening: opening) { result = $1 }
        if let result { return result }
        throw FacecapError(
            .mediaUnreadable, "\(path) has no frame \(number) that can be decoded.")
    }

    /// Hands over the frames of a video that have one of the numbers, in the order of the video.
    static func forEach(
        in path: String, of numbers: Set<Int>, opening: FileOpening,
        _ body: (Int, VideoSampleBuffer) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        let source = try opening.source(path)
        guard let last = numbers.max() else { return }
        var number = 0
        while number <= last, let event = try source.nextEvent() {
            switch event {
            case .video(let sample):
                if numbers.contains(number) { try body(number, sample) }
                number += 1
            case .dropped: number += 1
            default: continue
            }
        }
    }
}
