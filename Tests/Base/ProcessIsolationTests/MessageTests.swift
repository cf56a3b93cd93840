// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import ProcessIsolation
import SystemSupport
import TestSupport
import Testing

@Suite struct MessageTests {
    @Test func whatIsWrittenIsRead() throws {
        var writer = MessageWriter()
        writer.write(UInt8(7))
        writer.write(Int64.min)
        writer.write(-0.5)
        writer.write(true)
        writer.write("Gr\u{FC}\u{DF}e")
        writer.write([1, 2, 3])
        writer.write(Int32?.none) { $0.write($1) }
        writer.write(Int32?(9)) { $0.write($1) }
        var reader = MessageReader(writer.bytes[...])
        #expect(try reader.read(UInt8.self) == 7)
        #expect(try reader.read(Int64.self) == .min)
        #expect(try reader.readDouble() == -0.5)
        #expect(try reader.readFlag())
        #expect(try reader.readText(limit: 100) == "Gr\u{FC}\u{DF}e")
        #expect(try Array(reader.readBytes(limit: 3)) == [1, 2, 3])
        #expect(try optionalNumber(&reader) == nil)
        #expect(try optionalNumber(&reader) == 9)
        try reader.end()
    }

    @Test func anErrorThatIsTooLongEndsAtACharacter() throws {
        let beginning = String(repeating: "x", count: 4095)
        var writer = MessageWriter()
        writer.write(FacecapError(.mediaUnreadable, beginning + "\u{FC}\u{DF}"))
        var reader = MessageReader(writer.bytes[...])
        #expect(try reader.readError() == FacecapError(.mediaUnreadable, beginning))
        try reader.end()
    }

    @Test func noBytesMakeAReaderReadBeyondTheirEnd() {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            var reader = MessageReader(bytes[...])
            do throws(MessageDamage) {
                while true {
                    switch UInt8.random(in: 0..<6, using: &numbers) {
                    case 0: _ = try reader.read(UInt64.self)
                    case 1: _ = try reader.read(in: UInt16(3)...900, "it")
                    case 2: _ = try reader.readFlag()
                    case 3: #expect(try reader.readBytes(limit: 20).count <= 20)
                    case 4: _ = try reader.readText(limit: 1000)
                    default: _ = try optionalNumber(&reader)
                    }
                }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func messagesAndDescriptorsGoOverAChannelInTheirOrder() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let one = MessageChannel(FileDescriptor(owning: ends[0]))
        let other = MessageChannel(FileDescriptor(owning: ends[1]))
        let folder = try TemporaryFolder()
        let file = try FileDescriptor(reading: folder.write([5, 6], to: "file"))
        #expect(one.send(1))
        #expect(one.send(2, [1, 2, 3]))
        #expect(one.send(3, [4], descriptor: file.number))
        #expect(try other.receive().kind == 1)
        let second = try other.receive()
        #expect(second.kind == 2 && Array(second.body) == [1, 2, 3])
        #expect(try other.receive().kind == 3)
        let received = other.takeDescriptor()?.byteCount
        #expect(received == 2)
        let another = other.takeDescriptor()?.byteCount
        #expect(another == nil)
    }

    @Test func descriptorsOfAnEndThatIsNotTrustedAreClosed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let one = MessageChannel(FileDescriptor(owning: ends[0]))
        let other = MessageChannel(FileDescriptor(owning: ends[1]), takesDescriptors: false)
        var sent: [Int32] = [-1, -1]
        // Nobody who is started meanwhile has it too.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &sent) == 0)
        #expect(one.send(1, descriptor: sent[1]))
        close(sent[1])
        #expect(try other.receive().kind == 1)
        let taken = other.takeDescriptor()?.byteCount
        #expect(taken == nil)
        // The last one who had it is gone.
        var byte: UInt8 = 0
        #expect(read(sent[0], &byte, 1) == 0)
        close(sent[0])
    }

    private func optionalNumber(
        _ reader: inout MessageReader
    ) throws(MessageDamage) -> Int32? {
        try reader.readOptional { (reader) throws(MessageDamage) in try reader.read(Int32.self) }
    }

    @Test func aChannelTellsWhyThereIsNoMessage() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let channel = MessageChannel(FileDescriptor(owning: ends[0]))
        #expect(failure(of: channel, until: 0) == "silent")
        let wake = try WakeEvent()
        wake.signal()
        #expect(failure(of: channel, wake: wake) == "cancelled")
        // Half of a message, then the end.
        _ = [UInt8](arrayLiteral: 9, 0, 0, 0, 1, 2).withUnsafeBytes {
            write(ends[1], $0.baseAddress, 6)
        }
        close(ends[1])
        #expect(failure(of: channel) == "closed")
        #expect(!channel.send(1))
    }

    @Test func aMessageThatIsTooLongIsNotWaitedFor() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let channel = MessageChannel(FileDescriptor(owning: ends[0]))
        _ = [UInt8](repeating: 255, count: 5).withUnsafeBytes { write(ends[1], $0.baseAddress, 5) }
        #expect(failure(of: channel) == "damaged")
    }

    private func failure(
        of channel: MessageChannel, until deadline: Int64? = nil, wake: WakeEvent? = nil
    ) -> String {
        do throws(MessageChannel.Failure) {
            _ = try channel.receive(until: deadline, wake: wake)
            return "none"
        } catch {
            return switch error {
            case .closed: "closed"
            case .silent: "silent"
            case .cancelled: "cancelled"
            case .damaged: "damaged"
            }
        }
    }
}
