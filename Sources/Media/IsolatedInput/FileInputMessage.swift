// SPDX-License-Identifier: Apache-2.0
/// What messages between a file's reader and its worker are: `docs/isolation.md` has what each holds.
package enum FileInputMessage {
    /// What the reader asks for.
    package enum Request: UInt8 {
        /// Open what was handed over.
        case open = 1
        /// Say what comes next, up to a frame.
        case next = 2
        /// These kinds of samples are taken from now on.
        case samples = 3
        /// Here is memory for frames; a descriptor comes with it.
        case memory = 4
        /// There is no more memory for frames.
        case memoryRefused = 5
        /// Take a small image out of a frame.
        case grab = 6
    }

    /// What the worker says.
    package enum Reply: UInt8 {
        /// What was opened.
        case opened = 16
        /// A frame, in memory that both have.
        case video = 17
        /// A stretch of audio.
        case audio = 18
        /// An encoded sample.
        case encoded = 19
        /// A frame that is not there.
        case dropped = 20
        /// Something the user should know.
        case warning = 21
        /// Nothing comes any more.
        case end = 22
        /// More comes when it is asked for.
        case pause = 23
        /// What was asked for failed.
        case failed = 24
        /// Data is waited for.
        case waiting = 25
        /// Memory for frames is needed.
        case memoryNeeded = 26
        /// Memory is not used any more.
        case memoryDone = 27
        /// The image that was asked for, or that there is none.
        case image = 28
        /// A frame, in the message itself: there is no memory that both have.
        case videoBytes = 29
    }

    /// What is read of a location.
    package enum Purpose: UInt8 {
        /// Its frames, and audio beside them.
        case frames = 1
        /// Its audio alone.
        case audio = 2
        /// Small images out of frames.
        case images = 3
        /// What its head says.
        case inspection = 4
        /// When its frames are shown.
        case frameIndex = 5
    }

    /// The most bytes of audio and encoded samples before the reader has to ask for more.
    static let byteCountBetweenPauses = 256 << 10
    /// The most bytes of a path or an address.
    static let locationLimit = 1 << 20
    /// The most bytes of a text.
    static let textLimit = 4096
}
