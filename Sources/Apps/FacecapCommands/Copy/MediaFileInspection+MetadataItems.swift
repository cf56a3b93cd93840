// SPDX-License-Identifier: Apache-2.0
import Facecap

extension MediaFileInspection {
    /// What a movie that is made of the file says of itself.
    var metadataItems: [MovieMetadataItem] {
        Self.descriptionNames.compactMap { name in
            let key = name == "creation_time" ? "creationdate" : name
            return description[name].map {
                MovieMetadataItem(key: "com.apple.quicktime.\(key)", value: $0)
            }
        }
    }
}
