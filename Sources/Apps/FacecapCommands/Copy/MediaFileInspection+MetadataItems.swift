// SPDX-License-Identifier: Apache-2.0
import Facecap

extension MediaFileInspection {
    /// The keys of movies for what files say of themselves.
    private static let keys = [
        "title": "title", "artist": "artist", "album": "album", "genre": "genre",
        "comment": "comment", "description": "description", "copyright": "copyright",
        "creation_time": "creationdate",
    ]

    /// What a movie that is made of the file says of itself.
    var metadataItems: [MovieMetadataItem] {
        Self.descriptionNames.compactMap { name in
            guard let key = Self.keys[name], let text = description[name] else { return nil }
            return MovieMetadataItem(key: "com.apple.quicktime.\(key)", value: text)
        }
    }
}
