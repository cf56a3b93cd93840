// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceValues

@Suite struct CountedTests {
    @Test(arguments: [
        (0, "frame", "0 frames"), (1, "frame", "1 frame"), (2, "frame", "2 frames"),
        (1, "stretch", "1 stretch"), (3, "stretch", "3 stretches"),
    ])
    func oneOfSomethingIsNotSeveral(count: Int, noun: String, text: String) {
        #expect(count.counted(noun) == text)
    }
}
