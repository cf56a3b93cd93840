// SPDX-License-Identifier: Apache-2.0
internal import CALSA

/// The library as a whole.
enum ALSALibrary {
    private static let isQuiet: Void = facecap_alsa_silence()

    /// Keeps the library from writing to standard error, for good; before the first use.
    static func prepare() { _ = isQuiet }

    /// What the library says about a negative number that it returned.
    static func text(of failure: CInt) -> String { String(cString: snd_strerror(failure)) }
}
