// SPDX-License-Identifier: Apache-2.0
import Glibc
import ProcessIsolation
import SystemSupport
import TestSupport
import Testing

@testable import IsolatedInput

@Suite struct LentFramesTests {
    @Test func memoryThatCannotBeUsedIsNoRequest() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let reader = MessageChannel(FileDescriptor(owning: ends[0]))
        let worker = MessageChannel(FileDescriptor(owning: ends[1]))
        let frames = try #require(LentFrames(worker))
        // What is open for reading alone is not memory to write to.
        let folder = try TemporaryFolder()
        let path = try folder.write([UInt8](repeating: 0, count: 4096), to: "file")
        let file = try FileDescriptor(reading: path)
        for number in Int32(1)...3 {
            var writer = MessageWriter()
            writer.write(number)
            writer.write(UInt64(4096))
            let kind = FileInputMessage.Request.memory.rawValue
            #expect(reader.send(kind, writer.bytes, descriptor: file.number))
        }
        #expect(reader.send(FileInputMessage.Request.next.rawValue, [0]))
        frames.borrow(count: 3, byteCount: 4096)
        #expect(frames.receiveRequest()?.kind == FileInputMessage.Request.next.rawValue)
    }
}
