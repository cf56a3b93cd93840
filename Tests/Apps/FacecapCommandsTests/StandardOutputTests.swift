// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import Synchronization
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

    @Test func aPipeThatDoesNotBlockLosesNothing() throws {
        let pipe = try ScratchPipe(blocksWriter: false)
        let readEnd = pipe.readEnd
        let received = Mutex(0)
        let reader = Thread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(readEnd, &buffer, buffer.count), count > 0 {
                received.withLock { $0 += count }
            }
        }
        reader.start()
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
        #expect(try StandardOutput(descriptor: pipe.writeEnd).write(bytes) == .written)
        pipe.closeWriteEnd()
        while !reader.isFinished { usleep(1_000) }
        #expect(received.withLock { $0 } == bytes.count)
    }
}
