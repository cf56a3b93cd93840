// SPDX-License-Identifier: Apache-2.0
/// Finds a camera again that was unplugged: its node may have another number.
package struct CameraLocator: Sendable {
    private let identity: CameraDescription.Identity
    private let path: String
    private let folder: String
    /// The USB ports of other cameras that had its serial number when it was there.
    private let otherPorts: Set<String>

    /// Remembers a camera that was found at `path`, and which others could be taken for it.
    package init(_ identity: CameraDescription.Identity, preferring path: String) {
        self.init(identity, preferring: path, below: CameraCatalogue.systemFolder)
    }

    /// Remembers the camera that is at `path` now; `nil` where there is none.
    package init?(at path: String) {
        guard let identity = CameraCatalogue.camera(at: path)?.identity else { return nil }
        self.init(identity, preferring: path)
    }

    init(_ identity: CameraDescription.Identity, preferring path: String, below folder: String) {
        self.identity = identity
        self.path = path
        self.folder = folder
        otherPorts = CameraCatalogue.ports(ofOthersThan: identity, below: folder)
    }

    /// The node the camera has now; `nil` while it is away.
    ///
    /// A camera of the same make at the same USB port is taken for the same one when their serial
    /// numbers agree, one at another port only when it alone has that serial number, those left out
    /// that were there beside it. Of several that nothing else tells apart, as those that programs
    /// make, it is the one at `path`, or behind that link. It opens no node. From any thread.
    package func currentPath() -> String? {
        CameraCatalogue.path(
            of: identity, preferring: CameraCatalogue.node(at: path), besides: otherPorts,
            below: folder)
    }
}
