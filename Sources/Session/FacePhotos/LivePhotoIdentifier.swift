// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// The content identifier that a photo and the movie around it have in common.
package enum LivePhotoIdentifier {
    /// A new one: a random UUID (RFC 9562 5.4) in capital letters.
    package static func make() -> String { UUID().uuidString }
}
