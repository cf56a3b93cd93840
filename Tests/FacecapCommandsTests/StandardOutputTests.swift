import Facecap
import Glibc
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct StandardOutputTests {
    @Test func writesEveryByteAlsoToAReaderThatIsSlow() async throws {
        let text = String(repeating: "0123456789abcdef\n", count: 20_000)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        // Neither side may wait for ever: the writer gets EAGAIN from a full pipe.
        try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        async let received = Task.detached {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1000)
            while case let count = read(reader, &chunk, chunk.count), count > 0 {
                bytes += chunk[..<count]
            }
            close(reader)
            return String(decoding: bytes, as: UTF8.self)
        }.value
        let outcome = try StandardOutput(descriptor: writer).write(text)
        close(writer)
        #expect(outcome == .written)
        #expect(await received == text)
    }

    @Test func aReaderThatIsGoneIsAnOutcome() throws {
        ProcessSetup.prepare()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        #expect(try StandardOutput(descriptor: ends[1]).write("a line\n") == .readerGone)
    }

    @Test func aFullDiskIsSaidSo() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let error = #expect(throws: FacecapError.self) {
            try StandardOutput(descriptor: full).write("a line\n")
        }
        #expect(error?.code == .storageFull)
        #expect(error?.systemError == ENOSPC)
    }

    @Test func aClosedDescriptorIsSaidSo() {
        let error = #expect(throws: FacecapError.self) {
            try StandardOutput(descriptor: -1).write("a line\n")
        }
        #expect(error?.code == .outputFailed)
    }

    @Test func messagesNeverSteerTheTerminal() {
        #expect(
            Messages.printable("a\nb\u{1b}[2J\u{202e}\u{2028}é")
                == "a\\nb\\u{1B}[2J\\u{202E}\\u{2028}é")
    }
}
