// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs

/// Frames that a camera compresses one by one, decoded no larger than somebody needs them.
final class JPEGFrameReader: FrameReader {
    private let decoder: ImageDecoder
    private let longerSide: Int
    /// 0 where all of the size is needed.
    private var neededSide = 0

    /// A reader of a camera whose frames have a size.
    init(size: FrameSize, path: String) throws(FacecapError) {
        decoder = try ImageDecoder(.jpeg, name: path)
        longerSide = max(size.width, size.height)
    }

    func needsFrames(ofLongerSide longerSide: Int?) {
        neededSide = max(0, longerSide ?? 0)
    }

    func events(
        of buffer: FilledBuffer, bytesUsed: Int, at place: FrameTimeline.Placement
    ) throws(FacecapError) -> [CaptureEvent]? {
        let bytes = buffer.memory.prefix(max(0, bytesUsed))
        decoder.reduction = Self.reduction(of: longerSide, to: neededSide)
        guard !bytes.isEmpty,
            let image = try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes), number: 0)?
                .last
        else { return nil }
        return [.video(place.sample(image.pixelBuffer))]
    }

    /// How often a side can be halved, at most three times, and still has as many pixels as needed.
    static func reduction(of side: Int, to needed: Int) -> Int {
        needed == 0 ? 0 : (1...3).last { side >> $0 >= needed } ?? 0
    }
}
