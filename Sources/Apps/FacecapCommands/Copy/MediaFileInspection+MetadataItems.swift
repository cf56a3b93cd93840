// SPDX-License-Identifier: Apache-2.0
import Facecap

extension MediaFileInspection {
    /// What a movie that is made of the file says of itself.
    var metadataItems: [MovieMetadataItem] {
        Self.descriptionNames.compactMap { name in
            description[name].map {
                MovieMetadataItem(key: "com.apple.quicktime.\(Self.key(of: name))", value: $0)
            }
        }
    }

    private static func key(of name: String) -> String {
        switch name {
        case "creation_time": "creationdate"
        case "location": "location.ISO6709"
        default: name
        }
    }
}
