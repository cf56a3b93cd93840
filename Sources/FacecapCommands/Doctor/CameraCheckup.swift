import Facecap

/// Says which cameras there are and whether they may be used.
struct CameraCheckup {
    /// Every camera of the machine.
    var cameras = CameraCatalogue.cameras()

    var checks: [DoctorCheck] {
        guard !cameras.isEmpty else {
            return [
                DoctorCheck(
                    status: .warning, thing: "camera", detail: "none is there",
                    remedy: "plug one in, or use a file or --source synthetic")
            ]
        }
        return cameras.map { camera in
            DoctorCheck(
                status: camera.unavailability == nil ? .ok : .problem,
                thing: "camera \(camera.path)", detail: camera.name,
                remedy: camera.unavailability?.message)
        }
    }
}
