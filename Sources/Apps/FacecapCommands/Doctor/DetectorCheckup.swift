// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Looks for what the detectors need, and whether one of them can work.
struct DetectorCheckup {
    let store: ModelStore
    /// Where Debian, Ubuntu and OpenCV's own installation keep the cascades.
    var cascadeFolders = [
        "/usr/share/opencv4/haarcascades", "/usr/local/share/opencv4/haarcascades",
    ]

    var checks: [DoctorCheck] {
        let cascades = cascadeCheck
        var models = store.manifest.entries.compactMap(check)
        let mesh = store.manifest.meshEntry.map(Self.thing)
        let canDetect =
            cascades.status == .ok || models.contains { $0.status == .ok && $0.thing != mesh }
        models.append(cascades)
        if !canDetect {
            models.append(
                DoctorCheck(
                    status: .problem, thing: "detector", detail: "there is none that can work",
                    remedy: "facecap models fetch"))
        }
        return models
    }

    private static func thing(_ entry: ModelEntry) -> String { "model \(entry.name)" }

    /// What is not found and not the default is not worth a line.
    private func check(_ entry: ModelEntry) -> DoctorCheck? {
        let thing = Self.thing(entry)
        do throws(FacecapError) {
            let model = try store.loadModel(named: entry.name)
            let kernel =
                entry.isMesh
                ? try FaceMesh.kernel() : try DetectorDescription.Kernel.running(model.bytes)
            return DoctorCheck(
                status: .ok, thing: thing, detail: "verified, runs on \(kernel.name), \(model.path)"
            )
        } catch {
            if error.code == .modelMismatch {
                return DoctorCheck(
                    status: .problem, thing: thing,
                    detail: "damaged, \(store.path(of: entry) ?? entry.file)",
                    remedy: "facecap models fetch \(entry.name)")
            }
            guard error.code == .modelNotFound else {
                return DoctorCheck(status: .problem, thing: thing, detail: error.message)
            }
            if entry.isMesh {
                return DoctorCheck(
                    status: .warning, thing: thing,
                    detail: "not found, angles come from five points, eyes and mouth are not told",
                    remedy: "facecap models fetch")
            }
            guard entry == store.manifest.defaultEntry else { return nil }
            let next = store.manifest.defaultEntries.first { store.path(of: $0) != nil }
            return DoctorCheck(
                status: .warning, thing: thing,
                detail: "not found, \(next?.detector ?? "haar") is used instead",
                remedy: "facecap models fetch")
        }
    }

    private var cascadeCheck: DoctorCheck {
        let files = ["frontalface_default", "profileface", "eye"].map { "haarcascade_\($0).xml" }
        let folder = cascadeFolders.first { folder in
            files.allSatisfy { access("\(folder)/\($0)".cPath, R_OK) == 0 }
        }
        if let folder {
            return DoctorCheck(status: .ok, thing: "cascades of haar", detail: folder)
        }
        return DoctorCheck(
            status: .warning, thing: "cascades of haar", detail: "not found",
            remedy: "sudo apt-get install opencv-data")
    }
}
