// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceReport

struct ReportMovieTests {
    @Test(arguments: [
        ("/a/b/talk.mp4", "/a/b", "./talk.mp4"),
        ("/a/b/talk.mp4", "/a/b/pages", "./../talk.mp4"),
        ("/a/b/talk.mp4", "/a/c/d", "./../../b/talk.mp4"),
        ("/talk.mp4", "/", "./talk.mp4"),
        ("/a/javascript:x.mp4", "/a", "./javascript%3Ax.mp4"),
        ("/a/100% #1?.mp4", "/a", "./100%25%20%231%3F.mp4"),
        ("/a/ü.mp4", "/a", "./%C3%BC.mp4"),
        ("/a/a", "/a/a", "./../a"),
        ("/a/\u{301}b.mp4", "/a", "./%CC%81b.mp4"),
        ("/\u{E9}/b.mp4", "/e\u{301}", "./../%C3%A9/b.mp4"),
    ])
    func addressesLeadFromThePageToTheMovie(path: String, folder: String, address: String) throws {
        guard
            case .referenced(let found) = FaceReport.Movie.referenced(
                path: path, fromFolder: folder)
        else {
            Issue.record("not referenced")
            return
        }
        #expect(found == address)
    }
}
