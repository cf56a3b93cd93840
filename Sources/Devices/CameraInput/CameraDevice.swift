// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// An open camera node as one that gives frames, and the place where `errno` becomes an error that people
/// understand.
struct CameraDevice: ~Copyable {
    let calls: any VideoDeviceCalls
    private let node: CameraNode

    /// Opens a node of whatever kind.
    init(path: String, calls: any VideoDeviceCalls) throws(FacecapError) {
        node = try CameraNode(path: path, calls: calls)
        self.calls = calls
    }

    var path: String { node.path }

    /// What the node says about itself; throws `.formatUnsupported` where no driver of cameras
    /// answers.
    func capability() throws(FacecapError) -> DeviceCapability {
        try attempt(calls.capability(of:))
    }

    /// Makes `count` buffers of the format set last and maps them, each of `minimumLength` bytes or
    /// more.
    func mapBuffers(_ count: Int, minimumLength: Int) throws(FacecapError) -> BufferRing {
        let granted = try attempt { device throws(SystemCallFailure) in
            try calls.requestBuffers(count, of: device)
        }
        guard (2...32).contains(granted) else {
            throw .brokenDriver(path, "offers \(granted) buffers where \(count) were asked for")
        }
        var mappings: [BufferRing.Mapping] = []
        for index in 0..<granted {
            let memory = try attempt { device throws(SystemCallFailure) in
                try calls.mapBuffer(index, of: device)
            }
            mappings.append(BufferRing.Mapping(memory, calls: calls))
            guard memory.count >= minimumLength else {
                throw .brokenDriver(
                    path, "offers \(memory.count) bytes for a frame of \(minimumLength)")
            }
        }
        return BufferRing(calls: calls, device: node.descriptor, mappings: mappings)
    }

    /// The oldest filled buffer; `nil` when there is none yet.
    func dequeueBuffer() throws(FacecapError) -> DequeuedBuffer? {
        try attempt(calls.dequeueBuffer(of:))
    }

    func startStreaming() throws(FacecapError) {
        try attempt(calls.startStreaming)
    }

    /// Stops the driver and frees its buffers for other users, though frames may still hold some; a
    /// device that is gone has stopped already.
    func stopStreaming() {
        try? calls.stopStreaming(node.descriptor)
        _ = try? calls.requestBuffers(0, of: node.descriptor)
    }

    /// Waits for a filled buffer or for `wake`; a negative time has no end.
    func wait(orFor wake: Int32, milliseconds: Int32) throws(FacecapError) -> DeviceReadiness {
        try attempt { device throws(SystemCallFailure) in
            try calls.wait(for: device, orFor: wake, milliseconds: milliseconds)
        }
    }

    /// The one place where a failed call gets its path, its message and its remedy.
    func attempt<Result>(_ call: (Int32) throws(SystemCallFailure) -> Result)
        throws(FacecapError) -> Result
    {
        do {
            return try call(node.descriptor)
        } catch {
            throw .camera(path, error)
        }
    }
}
