// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceReport

struct PageTemplateTests {
    @Test func thePageHasAPlaceForEachOfItsParts() {
        let places = PageTemplate.pieces.compactMap { piece -> String? in
            if case .place(let name) = piece { name } else { nil }
        }
        #expect(
            places == ["policy", "title", "style", "title", "data", "csv", "script", "movie"])
    }

    @Test func textsCannotBecomeElements() {
        let text = String(decoding: PageTemplate.escaped("<b a=\"1\">&amp;"), as: UTF8.self)
        #expect(text == "&lt;b a=&quot;1&quot;&gt;&amp;amp;")
    }

    @Test func bytesThatAreNoTextAreReplaced() {
        let name = "a\u{10FEFF}.mp4"
        #expect(PageTemplate.escaped(name) == Array("a\u{FFFD}.mp4".utf8))
    }

    @Test func jsonCannotEndItsElement() {
        let json = Array(#"["</script>","<!--"]"#.utf8).escapedForScript
        #expect(String(decoding: json, as: UTF8.self) == #"["\u003c/script>","\u003c!--"]"#)
    }

    @Test func theScriptHasNoEndOfItsElement() {
        let script = String(decoding: PageTemplate.reportScript, as: UTF8.self).lowercased()
        #expect(!script.contains("</script") && !script.contains("<!--"))
    }
}
