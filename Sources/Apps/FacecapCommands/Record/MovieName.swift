// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The names that movies can have.
enum MovieName {
    /// Endings of other media, of tables and of text: a file of that name would not be what it says.
    private static let foreignEndings = Set(
        """
        3g2 3gp aac asf ass avi avif bmp flac flv gif gz heic heif htm html jpeg jpg log m2ts md mkv mp3 mpeg
        mpg mts mxf ogg ogv opus pdf png srt svg tar tif tiff ts tsv vob wav webm webp wmv y4m yaml yml
        """.split { " \n".contains($0) }.map(String.init)
    ).union(
        FaceExportFormat.allCases.map {
            Sidecars.path(of: $0, besideMovie: "movie").lowercasedPathExtension
        })

    /// Throws where a path asks for a kind of file that is not written, or for standard output.
    ///
    /// - Parameter others: what else can be written where the movie is, to follow the list.
    static func check(_ path: String, others: String = "") throws(FacecapError) {
        guard path != "-" else {
            throw FacecapError(
                .invalidArgument,
                "A movie cannot be written to standard output; name a file. One named - is ./-.")
        }
        guard foreignEndings.contains(path.lowercasedPathExtension) else { return }
        throw FacecapError(
            .invalidArgument,
            "\(path): movies are MP4 (.mp4, .m4v) or QuickTime (.mov, .qt)\(others); end the name in "
                + "one of these.")
    }
}
