// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceServer

struct ResponseBodyTests {
    @Test func aClientMayWaitAnewEachTimeThatNothingHasCome() {
        var steps: [ResponseBody.Next] = [.nothing, .bytes([1, 2, 3]), .nothing, .nothing]
        let body = ResponseBody(next: { steps.removeFirst() }, onEnd: {})
        var waitCount = 0
        body.onNothing = { waitCount += 1 }
        var buffer = [CChar](repeating: 0, count: 2)
        let counts = (0..<5).map { _ in body.read(into: &buffer, capacity: 2) }
        #expect(counts == [0, 2, 1, 0, 0])
        #expect(waitCount == 3)
    }
}
