// SPDX-License-Identifier: Apache-2.0
internal import CIsolation

/// Rights of the running process that it gives up for good, those of its later children with them. Systems that do
/// not know of them leave everything as it is.
package enum ProcessRights {
    /// No program that is started has more rights than this one. The corresponding C function is `prctl` with
    /// `PR_SET_NO_NEW_PRIVS`.
    package static func giveUpPrivileges() { _ = facecap_give_up_privileges() }

    /// No thread opens a socket, but for those within this machine, which displays have; after
    /// ``giveUpPrivileges()``. Source: seccomp(2).
    package static func giveUpNetwork() { _ = facecap_give_up_network() }

    /// Nobody reads the memory of the process, and no core file is left of it: there are frames in it that nobody is
    /// to see. The corresponding C function is `prctl` with `PR_SET_DUMPABLE`.
    package static func keepMemoryPrivate() { facecap_keep_memory_private() }
}
