// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// The boxes that it takes to show a movie: all that is copied where a movie is to say nothing of itself. Others may hold
/// texts, places, dates and previews.
enum NeededBoxes {
    static let inMovie: Set<FourCharacterCode> = ["iods"]
    static let inTrack: Set<FourCharacterCode> = ["edts", "load", "tapt"]
    static let inMedia: Set<FourCharacterCode> = ["elng"]
    static let inMediaInformation: Set<FourCharacterCode> = [
        "dinf", "gmhd", "hmhd", "nmhd", "smhd", "sthd", "vmhd",
    ]
    static let inSampleTable: Set<FourCharacterCode> = [
        "cslg", "ctts", "padb", "saio", "saiz", "sbgp", "sdtp", "sgpd", "stdp", "stps", "stsc",
        "stsh", "stss", "stsz", "stts", "stz2", "subs",
    ]
}
