// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import FacecapCommands

/// Lines that wait for a reader of standard output.
@Suite(.usualTimeLimit)
struct RunOutputTests {
    private static let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [10]
    private static let minute: Int64 = 60_000_000_000
    /// Why nothing more could be written.
    private let causes = Causes()

    /// What another thread puts down.
    private final class Causes: Sendable {
        let all = Mutex<[StopRequest.Cause]>([])
    }

    init() {
        // As in the program, a closed pipe is an error of `write` and not the end of the process.
        ProcessSetup.prepare()
    }

    private func output(to descriptor: Int32) throws -> RunOutput {
        try RunOutput(queueing: StandardOutput(descriptor: descriptor)) { [causes] cause in
            causes.all.withLock { $0.append(cause) }
        }
    }

    /// Writes lines of faces and a last one, and reads them from a moment on.
    private func linesRead(
        _ count: Int, readingFrom begin: (RunOutput) throws -> Void
    ) throws -> (lines: [String], output: RunOutput) {
        let pipe = try ScratchPipe()
        let output = try output(to: pipe.writeEnd)
        for _ in 0..<count { output.write(Self.line, areFaces: true) }
        output.write(Array("end\n".utf8))
        try begin(output)
        let reader = PipeReader(pipe.readEnd)
        try output.check(patience: Self.minute)
        pipe.closeWriteEnd()
        let text = String(decoding: reader.waitForAll(), as: UTF8.self)
        return (text.split(separator: "\n").map(String.init), output)
    }

    @Test func aReaderThatTakesNothingHoldsNobodyUpAndMissesFacesAlone() throws {
        let (lines, output) = try linesRead(10_000) { try $0.check(patience: 1_000_000) }
        #expect(lines.last == "end")
        #expect(lines.dropLast().allSatisfy { $0.count == Self.line.count - 1 })
        let missing = 10_001 - lines.count
        #expect(missing > 0)
        #expect(output.shortfall?.contains("the faces of \(missing) frames") == true)
        #expect(causes.all.withLock { $0 } == [])
    }

    @Test func aReaderThatBeginsLateMissesNothing() throws {
        let (lines, output) = try linesRead(1000) { _ in }
        #expect(lines.count == 1001)
        #expect(output.shortfall == nil)
    }

    @Test func whoeverReadsNoMoreEndsTheRunOnce() throws {
        let pipe = try ScratchPipe()
        pipe.closeReadEnd()
        let output = try output(to: pipe.writeEnd)
        for _ in 0..<3 { output.write(Self.line) }
        try output.check(patience: Self.minute)
        #expect(causes.all.withLock { $0 } == [.readerGone])
    }

    @Test func whatCannotBeWrittenIsThrownAtTheEnd() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let output = try output(to: descriptor)
        output.write(Self.line)
        #expect { try output.check(patience: Self.minute) } throws: { error in
            (error as? FacecapError)?.code == .storageFull
        }
        #expect(causes.all.withLock { $0 } == [.error])
    }
}
