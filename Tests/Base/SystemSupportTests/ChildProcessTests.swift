// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import TestSupport
import Testing

/// Another program, run to its end.
@Suite struct ChildProcessTests {
    private func output(of script: String) -> String? {
        let outcome = ChildProcess.run(
            ["/bin/sh", "-c", script], outputLimit: 1 << 16, timeout: 60)
        guard case .ended(let status, let output, _) = outcome, status == 0 else { return nil }
        return String(decoding: output, as: UTF8.self)
    }

    @Test func endsWhereNobodyReadsWhatItWrites() {
        // Bit 12 of the signals that are ignored is SIGPIPE.
        let ignored = output(of: "sed -n 's/SigIgn:\\t//p' /proc/self/status") ?? ""
        let signals = UInt64(ignored.dropLast(), radix: 16)
        #expect(signals.map { $0 & 1 << 12 } == 0, "\(ignored)")
    }

    @Test func saysItsStatusOrItsSignal() {
        for (script, status) in [("exit 3", 3), ("kill -9 $$", 137)] as [(String, Int32)] {
            guard
                case .ended(status, _, "why\n") = ChildProcess.run(
                    ["/bin/sh", "-c", "echo why >&2; \(script)"], outputLimit: 100, timeout: 60)
            else {
                Issue.record("\(script)")
                continue
            }
        }
    }

    @Test func isEndedWhereItWritesTooMuchOrTakesTooLong() {
        let large = ChildProcess.run(["yes"], outputLimit: 100, timeout: 60)
        guard case .outputTooLarge = large else {
            Issue.record("\(large)")
            return
        }
        let late = ChildProcess.run(["sleep", "100"], outputLimit: 100, timeout: 0)
        guard case .timedOut = late else {
            Issue.record("\(late)")
            return
        }
    }

    @Test func isEndedWhereItClosesItsOutputsAndTakesTooLong() {
        let late = ChildProcess.run(
            ["/bin/sh", "-c", "exec sleep 600 >&- 2>&-"], outputLimit: 100, timeout: 1)
        guard case .timedOut = late else {
            Issue.record("\(late)")
            return
        }
    }

    @Test func aProgramThatIsNotThereIsSaid() {
        let outcome = ChildProcess.run(["/no/such/program"], outputLimit: 100, timeout: 60)
        guard case .notStarted(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.contains("No such file"))
    }
}
