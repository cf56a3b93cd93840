// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import SystemSupport
import TestSupport
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

    @Test func aProcessOfWorkersThatDoesNotAnswerIsEnded() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(Array("#!/bin/sh\nexec sleep 86400\n".utf8), to: "silent")
        try #require(chmod(program, 0o700) == 0)
        let host = IsolationHost(program: program, patience: 1_000_000)
        let error = #expect(throws: FacecapError.self) {
            _ = try host.startWorker(Silent.self, rules: IsolationRules(), input: nil)
        }
        #expect(error?.code == .systemFailed)
    }

    private struct Silent: IsolatedService {
        static let identifier: UInt8 = 0

        func prepare() {}
        func serve(_ channel: MessageChannel, input: Int32) {}
    }
}
