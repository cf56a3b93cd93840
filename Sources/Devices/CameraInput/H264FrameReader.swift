// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams
import FaceValues
import MediaCodecs

/// Frames that a camera encodes as H.264: each one as it is encoded, then decoded, with one time.
///
/// What comes before the first frame at which decoding can begin is left out.
final class H264FrameReader: FrameReader {
    /// Frames that the decoder holds back at most before the oldest is given up.
    private static let maximumHeld = 36

    /// What the encoded samples are like; `nil` before the first sync sample since decoding began again.
    private(set) var format: EncodedSample.VideoFormat?

    private let size: FrameSize
    private let decoder: ImageDecoder
    /// Keeps parameter sets that change; `nil` before the first sync sample since decoding began again.
    private var filter: ByteStreamFilter?
    private var number: Int64 = 0
    private var places: [(number: Int64, place: FrameTimeline.Placement)] = []

    /// A reader of a camera whose frames have a size.
    init(size: FrameSize, path: String) throws(FacecapError) {
        self.size = size
        decoder = try ImageDecoder(.h264, name: path)
    }

    func events(
        of buffer: FilledBuffer, bytesUsed: Int, at place: FrameTimeline.Placement
    ) throws(FacecapError) -> [CaptureEvent]? {
        guard (1...buffer.memory.count).contains(bytesUsed) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer.memory[..<bytesUsed])
        let isSync = Self.isSync(bytes)
        if filter == nil { begin(bytes, isSync: isSync) }
        guard let sample = filter?.makeSample(bytes), !sample.isEmpty else { return [] }
        number += 1
        places.append((number, place))
        if places.count > Self.maximumHeld { places.removeFirst() }
        let encoded = CaptureEvent.encoded(
            EncodedSample(
                bytes: sample, presentationTime: place.presentationTime, isSync: isSync), .video)
        guard let images = try decoder.decode(bytes, number: number) else {
            places.removeLast()
            return [encoded, .dropped(.corruptData, presentationTime: place.presentationTime)]
        }
        return [encoded] + images.compactMap(event)
    }

    /// Waits for the next frame at which decoding can begin.
    func restart() {
        filter = nil
        format = nil
        places = []
    }

    /// The frame with the time of its bytes.
    private func event(of image: ImageDecoder.Image) -> CaptureEvent? {
        guard let index = places.firstIndex(where: { $0.number == image.number }) else {
            return nil
        }
        let place = places[index].place
        places.removeSubrange(...index)
        return .video(place.sample(image.pixelBuffer))
    }

    /// Takes the parameters of the stream from its first sync sample.
    private func begin(_ bytes: UnsafeRawBufferPointer, isSync: Bool) {
        guard isSync, let configuration = AVCDecoderConfiguration(annexB: Array(bytes)) else {
            return
        }
        filter = ByteStreamFilter(configuration)
        format = EncodedSample.VideoFormat(
            codec: .h264, width: size.width, height: size.height,
            configuration: configuration.record, timescale: 1_000_000)
    }

    /// Whether decoding can begin at a frame: ISO/IEC 14496-10, table 7-1.
    private static func isSync(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isSync = false
        AnnexB.forEachUnit(in: bytes) { isSync = isSync || bytes[$0.lowerBound] & 0x1F == 5 }
        return isSync
    }
}
