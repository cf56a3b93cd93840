// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes
public import MovieReading

extension MovieTrack {
    /// The size of the frames in pixels as they are displayed; `nil` when the track does
    /// not tell.
    public var displayedSize: Size? {
        var size = presentationSize
        if let width, let height, width > 0, height > 0 {
            size = Size(width: Double(width), height: Double(height))
        }
        guard size.width > 0, size.height > 0 else { return nil }
        return orientation?.displayedSize(of: size) ?? size
    }

    /// The width of a pixel in its heights as it is displayed; 1 where the track does not tell.
    package var displayedPixelAspectRatio: Double {
        guard let ratio = storedPixelAspectRatio else { return 1 }
        return orientation?.exchangesSides == true ? 1 / ratio : ratio
    }

    /// The shape that the samples' description has, and else that of the presentation, as FFmpeg takes it.
    private var storedPixelAspectRatio: Double? {
        let entries = SampleDescriptionBox(entries: sampleEntries.first ?? []).entries
        if let ratio = entries.first?.pixelAspectRatio { return ratio }
        let shown = presentationSize
        guard let width, let height, width > 0, height > 0, shown.width > 0, shown.height > 0
        else { return nil }
        return shown.width * Double(height) / (shown.height * Double(width))
    }
}
