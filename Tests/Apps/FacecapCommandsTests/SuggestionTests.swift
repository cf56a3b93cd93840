// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FacecapCommands

@Suite struct SuggestionTests {
    private let known = ["live", "models", "doctor", "--detect-every", "--detector"]

    @Test(arguments: [
        ("liev", "live"), ("lve", "live"), ("livee", "live"), ("model", "models"),
        ("docter", "doctor"), ("--detector-every", "--detect-every"), ("--detekor", "--detector"),
    ])
    func findsTheWordThatWasMeant(_ word: String, _ meant: String) {
        #expect(Suggestion.nearest(to: word, among: known) == meant)
    }

    @Test(arguments: ["", "x", "camera", "lalala", String(repeating: "live", count: 5_000)])
    func suggestsNothingWhereNothingIsNear(_ word: String) {
        #expect(Suggestion.nearest(to: word, among: known) == nil)
        #expect(Suggestion.text(for: word, among: known) == "")
    }

    @Test func takesTheFirstOfEquals() {
        #expect(Suggestion.nearest(to: "bat", among: ["cat", "hat"]) == "cat")
    }

    @Test func suggestsNothingAmongNothing() {
        #expect(Suggestion.nearest(to: "live", among: []) == nil)
    }
}
