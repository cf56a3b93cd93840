// SPDX-License-Identifier: Apache-2.0
public import FaceValues
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
}
