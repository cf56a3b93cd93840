// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// What was found missing or wrong while a container was read, for one line at its end.
struct DamageReport {
    /// Seconds; where the container says that the frames end.
    let claimedEnd: Double?
    /// Seconds; the end of the last packet of the frames.
    var reachedEnd = 0.0
    /// The last packet was not there to its last byte, or the container could not be read on.
    var isCutShort = false
    /// The index of the container places packets beyond its end.
    var lacksPackets = false
    /// Parts of a playlist that could not be opened.
    var unopenedParts = 0
    /// Frames of which the decoder made up a part.
    var damagedFrames = 0
    /// Frames that the decoder could not make at all.
    var undecodedFrames = 0
    /// Audio was left out.
    var hasBadAudio = false

    /// A container that claims to end at a moment, as far as it does.
    init(claimedEnd: Double?) { self.claimedEnd = claimedEnd }

    /// The line; `nil` when nothing is wrong.
    func summary(of location: MediaLocation) -> FacecapError? {
        var findings: [String] = []
        let missing = (claimedEnd ?? 0) - reachedEnd
        if missing > Self.tolerance {
            let tenths = Int((min(missing, 1e9) * 10).rounded())
            findings.append("its last \(tenths / 10).\(tenths % 10) s are missing")
        } else if lacksPackets {
            findings.append("its end is missing")
        } else if isCutShort {
            findings.append("it ends in the middle of a frame")
        }
        if unopenedParts > 0 {
            findings.append(unopenedParts.counted("part") + " cannot be opened")
        }
        if undecodedFrames > 0 {
            findings.append(undecodedFrames.counted("frame") + " cannot be decoded")
        }
        if damagedFrames > 0 {
            findings.append(
                damagedFrames.counted("frame")
                    + (damagedFrames == 1 ? " is damaged" : " are damaged"))
        }
        if hasBadAudio { findings.append("some audio could not be decoded") }
        guard !findings.isEmpty else { return nil }
        return FacecapError(
            .mediaDamaged,
            "\(location) is damaged: \(findings.joined(separator: ", ")); copy or record it again.")
    }

    /// Seconds that containers may be wrong about their ends, for a last frame's duration.
    private static let tolerance = 0.5
}
