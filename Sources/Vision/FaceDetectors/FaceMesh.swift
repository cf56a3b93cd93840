// SPDX-License-Identifier: Apache-2.0
internal import CFaceNetworks
internal import COpenCV
internal import CaptureSamples
package import FaceValues
internal import OpenCVCalls

/// A network that lays a mesh of 468 points on one face; used by one detector at a time.
///
/// Source: Kartynnik, Ablavatski, Grishchenko, Grundmann, "Real-time facial surface geometry from monocular
/// video on mobile GPUs", 2019.
package final class FaceMesh: @unchecked Sendable {
    /// Whether the mesh is fast here: not in a build without optimization of C++.
    package static var isFast: Bool { facecap_kernels_are_optimized() != 0 }

    private let handle: OpaquePointer
    private var values: [Float] = []

    /// A mesh from the bytes of the model's file, which are not needed afterwards.
    ///
    /// - Parameters:
    ///   - name: what errors call it.
    ///   - kernel: what runs it; `nil` for what `FACECAP_KERNEL` says, else the fastest. What OpenCV was
    ///     asked to run is run by the fastest.
    /// - Throws: `modelUnreadable` for bytes that are no such model.
    package init(
        model: [UInt8], name: String = "in memory", kernel: DetectorDescription.Kernel? = nil
    ) throws(FacecapError) {
        MeshShape.load()
        var kernel = kernel == .openCV ? nil : kernel
        if kernel == nil { kernel = try Self.kernel() }
        handle = try Shim.call(
            .modelUnreadable, "Cannot use the model \(name), run 'facecap models fetch' again"
        ) { [kernel] message, capacity in
            facecap_face_mesh_create(model, model.count, kernel?.name, message, capacity)
        }
    }

    /// What runs a mesh in this process, when no other kernel is asked for.
    ///
    /// - Throws: `invalidArgument` for a kernel in `FACECAP_KERNEL` that this processor cannot run.
    package static func kernel() throws(FacecapError) -> DetectorDescription.Kernel {
        guard let requested = try DetectorDescription.Kernel.requested(), requested != .openCV
        else {
            return DetectorDescription.Kernel.available[0]
        }
        return requested
    }

    deinit { facecap_face_mesh_destroy(handle) }

    /// An image and the boxes of its faces: of these, a crop shows only the one whose box is nearest to its middle.
    struct Scene {
        let image: PixelBuffer
        let boxes: [FacecapBox]

        init(_ image: PixelBuffer, faces: [DetectedFace]) {
            self.image = image
            boxes = faces.map {
                FacecapBox(
                    x: $0.bounds.x, y: $0.bounds.y, width: $0.bounds.width,
                    height: $0.bounds.height)
            }
        }
    }

    /// What the mesh says of each crop, in pixels of the stored image.
    func look(
        at crops: [FacecapCrop], in scene: Scene, threads: Int
    ) throws(FacecapError) -> [MeshLook] {
        guard !crops.isEmpty else { return [] }
        let size = Int(FACECAP_MESH_VALUES)
        if values.count < size * crops.count {
            values = Array(repeating: 0, count: size * crops.count)
        }
        _ = try Shim.call(.detectorFailed, "The face mesh failed") { message, capacity in
            Shim.withImage(scene.image) { image in
                let code = facecap_face_mesh_look(
                    handle, image, crops, Int32(crops.count), scene.boxes,
                    Int32(scene.boxes.count), Int32(clamping: threads), &values, message, capacity)
                return code == 0 ? code : nil
            }
        }
        return crops.indices.map { index in
            MeshLook(values[(index * size)..<((index + 1) * size)], in: crops[index])
        }
    }
}
