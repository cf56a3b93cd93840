// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says which cameras there are and whether they may be used.
struct CameraCheckup {
    /// Every camera of the machine.
    var cameras = CameraCatalogue.cameras()
    /// The megabits a second of a USB port such as `1-2.3`; `nil` where they are not known.
    var speed: (String) -> Double? = USBPort.speed
    /// The programs that have a file open, as people call them.
    var users: (String) -> [String] = OpenFiles.users

    var checks: [DoctorCheck] {
        guard !cameras.isEmpty else {
            return [
                DoctorCheck(
                    status: .warning, thing: "camera", detail: "none is there",
                    remedy: "plug one in, or use a file or --source synthetic")
            ]
        }
        return cameras.map(check)
    }

    private func check(_ camera: CameraDescription) -> DoctorCheck {
        let thing = "camera \(camera.path)"
        if camera.isBusy {
            let names = users(camera.path)
            let user = names.isEmpty ? "another program" : names.joined(separator: ", ")
            return DoctorCheck(
                status: .problem, thing: thing, detail: "\(camera.name), in use by \(user)",
                remedy: "close it; fuser -v \(camera.path) names it")
        }
        if let error = camera.unavailability {
            return DoctorCheck(
                status: .problem, thing: thing, detail: camera.name, remedy: error.message)
        }
        guard let port = camera.usbPort, let speed = speed(port) else {
            return DoctorCheck(status: .ok, thing: thing, detail: camera.name)
        }
        let detail = "\(camera.name), USB port \(port) with \(Int(speed)) Mbit/s"
        guard speed >= Self.highSpeed else {
            return DoctorCheck(
                status: .warning, thing: thing, detail: detail + ", too little for most formats",
                remedy: "use another port or cable, or --size 320x240 --pixel-format mjpg")
        }
        let others = neighbors(of: camera, speed: speed)
        guard others.isEmpty else {
            return DoctorCheck(
                status: .warning, thing: thing,
                detail: detail + ", which it shares with " + others.joined(separator: ", "),
                remedy: "together they need --pixel-format mjpg, smaller sizes, or ports of USB 3")
        }
        return DoctorCheck(status: .ok, thing: thing, detail: detail)
    }

    /// Megabits a second of USB 2.
    private static let highSpeed = 480.0

    /// The other cameras whose images pass the same bus of USB 2.
    private func neighbors(of camera: CameraDescription, speed: Double) -> [String] {
        guard speed <= Self.highSpeed, let bus = camera.usbPort?.prefix(while: { $0 != "-" }) else {
            return []
        }
        // A device may have several nodes.
        return cameras.filter { other in
            other.usbPort != camera.usbPort
                && other.usbPort?.prefix(while: { $0 != "-" }) == bus
        }.map(\.path)
    }
}
