// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import SystemSupport
import Testing

@testable import ProcessIsolation

struct IsolatedWorkerTests {
    @Test func aWorkerThatSaysNothingIsNotWaitedForForEver() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let own = ends[0]
        let error = #expect(throws: FacecapError.self) {
            _ = try IsolatedWorker(
                -1, channel: FileDescriptor(owning: own), host: IsolationHost(),
                patience: 1_000_000)
        }
        #expect(error?.code == .systemFailed)
    }
}
