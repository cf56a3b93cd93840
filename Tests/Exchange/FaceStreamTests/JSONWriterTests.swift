// SPDX-License-Identifier: Apache-2.0
import FaceStream
import SystemSupport
import Testing

@Suite struct JSONWriterTests {
    private func json(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a\"\\/~ \n", #""a\"\\/~ \n""#), ("\t\u{1B}", #""\u0009\u001b""#),
        ("\u{7F}\u{80}\u{9B}\u{9F}", #""\u007f\u0080\u009b\u009f""#),
        ("\u{200E}\u{200F}", #""\u200e\u200f""#), ("\u{202A}\u{202E}", #""\u202a\u202e""#),
        ("\u{2066}\u{2069}", #""\u2066\u2069""#),
        ("\u{A0}é\u{200D}\u{2027}\u{206A}👍", "\"\u{A0}é\u{200D}\u{2027}\u{206A}👍\""),
    ])
    func whatSteersATerminalIsEscaped(text: String, json: String) {
        #expect(self.json(text) == json)
        // What another encoder has left as it is.
        #expect("{\"a\":\"\u{9B}b\u{202E}\"}".escapedInJSON == #"{"a":"\u009bb\u202e"}"#)
    }
}
