// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks

/// What one pass of the face mesh costs on one thread, kernel by kernel.
struct MeshCost {
    private static let roundCount = 60
    /// Milliseconds that a pass may take.
    private static let bounds = ["avx512": 0.5, "avx2": 0.9]

    static func report(facecap: String) throws {
        guard let model = try BenchmarkModel.bytes(of: "mesh", facecap: facecap) else {
            print("face mesh: skipped: needs facecap models fetch face_landmark")
            return
        }
        var status = FACECAP_NETWORK_UNKNOWN
        var message = [CChar](repeating: 0, count: 256)
        guard let mesh = facecap_mesh_create(model, model.count, &status, &message, 256) else {
            return
        }
        defer { facecap_mesh_destroy(mesh) }
        var table = Table("face mesh", "on", "a face, ms", "bound", "")
        let image = (0..<(3 * 192 * 192)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var values = [Float](repeating: 0, count: Int(FACECAP_MESH_VALUES))
        for index in 0..<facecap_kernel_count() {
            let name = String(cString: facecap_kernel_name(index))
            guard name != "scalar",
                let pass = facecap_mesh_pass_create(mesh, name, &message, 256)
            else { continue }
            defer { facecap_mesh_pass_destroy(pass) }
            var least = Double.infinity
            for _ in 0..<roundCount {
                let start = ThreadClock.milliseconds
                facecap_mesh_pass_run(pass, image, 3 * 192, &values)
                least = min(least, ThreadClock.milliseconds - start)
            }
            let bound = bounds[name]
            table.add(
                "192x192", name, least.text(3), bound.map { "<= \($0)" } ?? "",
                bound.map { least.verdict(atMost: $0) } ?? "")
        }
        table.print()
    }
}
