// SPDX-License-Identifier: Apache-2.0
import SystemSupport

/// Says whether there is a virtual camera for `--to-device`.
struct LoopbackCheckup {
    /// Where the kernel lists its video nodes.
    var systemFolder = "/sys/devices/virtual/video4linux"

    var checks: [DoctorCheck] {
        let nodes = (try? Files.names(in: systemFolder)) ?? []
        let devices = nodes.filter { $0.hasPrefix("video") }.map { "/dev/\($0)" }
        guard devices.isEmpty else {
            return [
                DoctorCheck(
                    status: .ok, thing: "virtual camera", detail: devices.joined(separator: ", "))
            ]
        }
        return [
            DoctorCheck(
                status: .warning, thing: "virtual camera",
                detail: "none is there, which --to-device needs",
                remedy: "sudo apt-get install v4l2loopback-dkms && sudo modprobe v4l2loopback"
                    + " exclusive_caps=1")
        ]
    }
}
