import FoundationEssentials
import Glibc

/// Looks for cameras and whether they may be used.
struct CameraCheckup {
    /// Where the system keeps its devices.
    var deviceFolder = "/dev"
    /// Where the kernel tells the names of cameras.
    var kernelFolder = "/sys/class/video4linux"
    /// Whether a device may be read and written.
    var isAllowed: (String) -> Bool = { access($0, R_OK | W_OK) == 0 }

    var checks: [DoctorCheck] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: deviceFolder)) ?? []
        let numbers = names.compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
        }
        guard !numbers.isEmpty else {
            return [
                DoctorCheck(
                    status: .warning, thing: "camera", detail: "none is there",
                    remedy: "plug one in, or use a file or --source synthetic")
            ]
        }
        return numbers.sorted().map(check)
    }

    private func check(_ number: Int) -> DoctorCheck {
        let path = "\(deviceFolder)/video\(number)"
        let name = Data.firstLine(atPath: "\(kernelFolder)/video\(number)/name")
        guard isAllowed(path) else {
            return DoctorCheck(
                status: .problem, thing: "camera \(path)", detail: "permission denied",
                remedy: "sudo usermod -aG video $USER, then log in again")
        }
        return DoctorCheck(status: .ok, thing: "camera \(path)", detail: name ?? "can be used")
    }
}

extension Data {
    /// The first line of a small text file; `nil` where it cannot be read.
    fileprivate static func firstLine(atPath path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
            return nil
        }
        return String(
            decoding: data.last == UInt8(ascii: "\n") ? data.dropLast() : data, as: UTF8.self)
    }
}
