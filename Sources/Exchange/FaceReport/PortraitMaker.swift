// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import IsolatedInput
internal import MediaCodecs
internal import MediaInput

/// Takes small images of faces out of a movie.
enum PortraitMaker {
    /// Pixels of a side.
    private static let side = 96

    /// JPEG files by the id of the face; faces whose image cannot be decoded are left out.
    ///
    /// Throws where the system cannot read or has no memory.
    static func portraits(
        _ choice: PortraitChoice, ofFaces ids: [Int], path: String,
        isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> [Int: [UInt8]] {
        var made: [Int: [UInt8]] = [:]
        do throws(FacecapError) {
            let grabber: any FrameGrabbing =
                if let isolation {
                    try IsolatedFrameGrabber(path: path, isolation: isolation)
                } else { try FrameGrabber(path: path) }
            let encoder = try ImageEncoder(quality: 0.7)
            for id in ids {
                guard let portrait = choice.portraits[id],
                    let image = try grabber.image(
                        at: portrait.time, of: square(around: portrait.bounds), side: side)
                else { continue }
                made[id] = try encoder.encode(image)
            }
        } catch {
            // What is wrong with the movie is told elsewhere; the faces are there without portraits.
            guard
                [
                    .mediaUnreadable, .mediaDamaged, .formatUnsupported, .decoderCrashed,
                    .decoderStalled,
                ].contains(error.code)
            else {
                throw error
            }
        }
        return made
    }

    /// The face with a little around it.
    private static func square(around bounds: Rect) -> Rect {
        Rect(
            x: bounds.x - bounds.width * 0.15, y: bounds.y - bounds.height * 0.15,
            width: bounds.width * 1.3, height: bounds.height * 1.3)
    }
}
