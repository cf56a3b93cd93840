// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// The system calls that open and close a camera node.
protocol CameraNodeCalls: Sendable {
    /// Opens a node for reading and writing, without blocking.
    func open(_ path: String) throws(SystemCallFailure) -> Int32
    func close(_ device: Int32)
}

/// The owner of the descriptor of an open camera node.
struct CameraNode: ~Copyable {
    let path: String
    let descriptor: Int32
    private let calls: any CameraNodeCalls

    /// Opens a node of whatever kind.
    init(path: String, calls: any CameraNodeCalls) throws(FacecapError) {
        do {
            descriptor = try calls.open(path)
        } catch {
            throw .camera(path, error)
        }
        self.path = path
        self.calls = calls
    }

    deinit { calls.close(descriptor) }
}
