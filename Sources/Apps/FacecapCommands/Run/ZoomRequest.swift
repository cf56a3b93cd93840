// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What somebody at the keyboard, or a program, asks of the zoom while it runs.
struct ZoomRequest: Sendable, Hashable {
    /// The largest factor that is told in help.
    static let maximumFactor = 16.0

    let factor: Double
    /// How long it takes to get there; `nil` for the next frame.
    let duration: Duration?

    /// Reads what follows `zoom`: a factor, and how long it takes to get there.
    ///
    /// Throws `.invalidArgument` for anything else.
    init(words: String) throws(FacecapError) {
        let words = words.split(separator: " ").map(String.init)
        let number = ValueReader<Double>.number(in: 1...Self.maximumFactor)
        let time = ValueReader<Duration>.duration
        guard 1...2 ~= words.count, let factor = number.read(words[0]) else {
            throw Self.unreadable(words)
        }
        duration = words.count == 2 ? time.read(words[1]) : nil
        guard words.count == 1 || duration != nil else { throw Self.unreadable(words) }
        self.factor = factor
    }

    private static func unreadable(_ words: [String]) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "cannot do '\((["zoom"] + words).joined(separator: " "))'; say zoom FACTOR [TIME], with a factor from 1 to 16,"
                + " such as zoom 2 or zoom 1 1.5s")
    }
}
