// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Says how much room there is for recordings in a folder.
struct DiskCheckup {
    var folder = "."
    /// Bytes that a user without privileges may still write; `nil` where the system does not tell.
    var freeBytes: (String) -> Int64? = { folder in
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    }

    /// Bytes of a minute of 1280x720 in the usual quality, as a rule of thumb.
    private static let bytesAMinute: Int64 = 20_000_000

    var checks: [DoctorCheck] {
        let thing = "disk"
        guard let free = freeBytes(folder) else {
            return [
                DoctorCheck(
                    status: .warning, thing: thing,
                    detail: "it is not known how much room there is",
                    remedy: "change to a folder that exists")
            ]
        }
        let minutes = free / Self.bytesAMinute
        let time = minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h"
        let detail = "\(free / 1_000_000) MB free in this folder, about \(time) of 1280x720"
        guard minutes < 10 else { return [DoctorCheck(status: .ok, thing: thing, detail: detail)] }
        return [
            DoctorCheck(
                status: free < Self.bytesAMinute ? .problem : .warning, thing: thing,
                detail: detail,
                remedy: "free some space, or record elsewhere and with --min-free")
        ]
    }
}
