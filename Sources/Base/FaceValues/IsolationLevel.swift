// SPDX-License-Identifier: Apache-2.0
/// What the system keeps a process from that reads bytes of unknown origin.
public enum IsolationLevel: String, Sendable, Hashable, CaseIterable {
    /// It reaches no file, no network and no other process: Landlock and seccomp.
    case full
    /// It has no system call but those that decoding takes: seccomp alone, on systems without Landlock.
    case seccomp
    /// Nothing but its limits, in a process of its own; or there is no such process.
    case none
}

extension IsolationLevel: Comparable {
    /// Orders by how much a process is kept from, the least first.
    public static func < (left: IsolationLevel, right: IsolationLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .none: 0
        case .seccomp: 1
        case .full: 2
        }
    }
}
