// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import Testing

@testable import FacecapCommands

@Suite struct StandardOutputTests {
    init() {
        // As in the program, a closed pipe is an error of `write` and not the end of the process.
        ProcessSetup.prepare()
    }

    @Test func writesAllOfTheText() throws {
        let pipe = try ScratchPipe()
        #expect(try StandardOutput(descriptor: pipe.writeEnd).write("ein Stück\n") == .written)
        #expect(pipe.contents() == "ein Stück\n")
    }

    @Test func aReaderThatIsGoneIsAnOutcomeAndNoError() throws {
        let pipe = try ScratchPipe()
        pipe.closeReadEnd()
        #expect(try StandardOutput(descriptor: pipe.writeEnd).write("line\n") == .readerGone)
    }

    @Test func nothingIsWrittenWhereThereIsNothingToWrite() throws {
        let pipe = try ScratchPipe()
        pipe.closeReadEnd()
        #expect(try StandardOutput(descriptor: pipe.writeEnd).write("") == .written)
    }

    @Test func aFullDeviceIsStorageFull() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let error = #expect(throws: FacecapError.self) {
            try StandardOutput(descriptor: descriptor).write("line\n")
        }
        #expect(error?.code == .storageFull)
        #expect(error?.systemError == ENOSPC)
        #expect(error?.message.contains("Make room") == true)
    }

    @Test func aDescriptorThatCannotBeWrittenIsOutputFailed() throws {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let error = #expect(throws: FacecapError.self) {
            try StandardOutput(descriptor: descriptor).write("line\n")
        }
        #expect(error?.code == .outputFailed)
    }

    @Test(arguments: [true, false])
    func atTheEndAReaderThatTakesNothingIsWaitedForNoLonger(blocksWriter: Bool) throws {
        let pipe = try ScratchPipe(blocksWriter: blocksWriter)
        let output = StandardOutput(descriptor: pipe.writeEnd, name: "the pipe") { true }
        let error = #expect(throws: FacecapError.self) {
            try output.write([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
        }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains("read from the pipe") == true)
    }

    /// Such as one of another user.
    @Test(.enabled(if: geteuid() != 0, "root may open every pipe"))
    func aPipeThatMayNotBeOpenedOnceMoreIsWaitedForNoLongerAtTheEndEither() throws {
        let pipe = try ScratchPipe()
        try #require(fchmod(pipe.writeEnd, 0) == 0)
        let output = StandardOutput(descriptor: pipe.writeEnd, name: "the pipe") { true }
        #expect(output.descriptor == pipe.writeEnd)
        let error = #expect(throws: FacecapError.self) {
            try output.write([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
        }
        #expect(error?.code == .outputFailed)
    }

    @Test func aSocketWhoseOtherEndTakesNothingIsWaitedForNoLongerAtTheEnd() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let output = StandardOutput(descriptor: ends[0], name: "the socket") { true }
        let error = #expect(throws: FacecapError.self) {
            try output.write([UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000))
        }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains("read from the socket") == true)
    }

    @Test func whoeverGaveADescriptorKeepsItsFlags() throws {
        let pipe = try ScratchPipe()
        let flags = fcntl(pipe.writeEnd, F_GETFL)
        let output = StandardOutput(descriptor: pipe.writeEnd) { false }
        #expect(try output.write("line\n") == .written)
        #expect(fcntl(pipe.writeEnd, F_GETFL) == flags)
        #expect(fcntl(output.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test(arguments: [true, false], [nil, true, false] as [Bool?])
    func aPipeWhoseReaderReadsLosesNothing(blocksWriter: Bool, isEnding: Bool?) throws {
        let pipe = try ScratchPipe(blocksWriter: blocksWriter)
        let reader = PipeReader(pipe.readEnd)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
        do {
            var output = StandardOutput(descriptor: pipe.writeEnd)
            if let isEnding { output = StandardOutput(descriptor: pipe.writeEnd) { isEnding } }
            #expect(try output.write(bytes) == .written)
        }
        pipe.closeWriteEnd()
        #expect(reader.waitForAll().count == bytes.count)
    }
}
