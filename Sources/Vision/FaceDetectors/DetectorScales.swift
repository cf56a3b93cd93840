// SPDX-License-Identifier: Apache-2.0
/// How large the images are in which a network looks for the faces of one part of an image.
struct DetectorScales {
    /// The longer side of the first look where nothing else is asked for.
    static let usualSize = 320
    /// The largest input of a network.
    private static let maximumSize = 1920
    /// How large the smallest face has to be in pixels of the input for half of such faces to be found.
    private static let findableFace = 16
    /// Of an input this small faces that fill it are found, and smaller ones are not worth a pass.
    private static let smallestSize = 160

    /// The longer side of the image that shows large faces.
    let coarse: Int
    /// The longer side of the image that shows small ones; `nil` where the first one is enough.
    let fine: Int?

    /// The scales for a part of an image whose longer side is `extent` pixels.
    ///
    /// An input size that was asked for is the only one, whatever the image. Else no image is larger than what
    /// it shows.
    init(_ options: NetworkDetector.Options, extent: Int) {
        if let size = options.inputSize {
            (coarse, fine) = ((size + 31) / 32 * 32, nil)
            return
        }
        let own = min(extent, Self.maximumSize)
        guard let smallest = options.smallestFace else {
            coarse = min(Self.usualSize, own)
            fine = Self.finer(min(options.fineInputSize, own), than: coarse)
            return
        }
        let wanted = (Self.findableFace * extent - 1) / smallest + 1
        coarse = min(Self.usualSize, max(wanted, Self.smallestSize), own)
        fine = Self.finer(min(wanted, own), than: coarse)
    }

    /// A size that is worth a second pass, being a quarter larger.
    private static func finer(_ size: Int, than coarse: Int) -> Int? {
        4 * size > 5 * coarse ? size : nil
    }
}
