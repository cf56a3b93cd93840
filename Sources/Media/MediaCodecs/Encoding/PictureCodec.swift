/// How a still picture is encoded.
public enum PictureCodec: Sendable, Hashable {
    /// JPEG, with a quality from 0 for the smallest file to 1 for the best picture.
    case jpeg(quality: Double)
    /// PNG, which loses nothing of a picture's RGB.
    case png
}
