// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Frames as cameras encode them.
enum EncodedImages {
    /// A blue frame of 64 x 32 pixels, without Huffman tables, as Motion JPEG has it.
    static let jpeg = bytes(
        """
        /9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgICAkICQsLCwsLCw0MDQ0NDQ0NDQ0NDQ0ODg4REREODg4NDQ4OEBARERITEhER
        ERETExQUFBgYFxccHB0iIin/wAARCAAgAEADASIAAhIAAxIA/9oADAMBAAIRAxEAPwDxyiiiv38DygCiiigAAKKKKAAAooooAA
        CiiigAAKKKKAAAooooAACiiigAA//Z
        """)

    /// Four red frames of 64 x 32 pixels in the byte stream format: parameter sets and an IDR frame,
    /// then frames that follow from it.
    static let h264 = [
        """
        AAAAAWdkAAqssgi2AiAAAAMAIAAAAwFR4kTJAAAAAWjrw8siwAAAAAFliIQEv/7oyfzLKy/j1DezRimzSaccwj0dI/65B2ZP
        wQ==
        """, "AAAAAUGaOxBf//7aqsA=", "AAAAAUGaTwhkymEF//7aqsE=", "AAAAAUGacnhDyZTAgv/+2qrA",
    ].map(bytes)

    private static func bytes(_ text: String) -> [UInt8] {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(Array.init) ?? []
    }
}
