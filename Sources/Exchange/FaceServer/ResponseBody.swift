// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD

/// A body that is sent while it grows; it belongs to the thread of its connection.
final class ResponseBody {
    /// What comes next.
    enum Next {
        case bytes([UInt8])
        /// Not yet: the connection is looked after, then it is asked again.
        case nothing
        case end
    }

    /// Called each time when nothing has come.
    var onNothing: () -> Void = {}

    private var rest: ArraySlice<UInt8> = []
    private let next: () -> Next
    private let onEnd: () -> Void

    /// - Parameters:
    ///   - next: waits for more, for seconds at most.
    ///   - onEnd: called once, when the client is gone or has all.
    init(next: @escaping () -> Next, onEnd: @escaping () -> Void = {}) {
        self.next = next
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// A response that sends the body; the body lives as long as it does.
    func makeResponse() -> OpaquePointer? {
        let body = Unmanaged.passRetained(self)
        let response = MHD_create_response_from_callback(
            FACECAP_HTTP_SIZE_UNKNOWN, 1 << 16,
            { context, _, buffer, capacity in
                guard let context, let buffer else { return FACECAP_HTTP_END_OF_STREAM }
                let body = Unmanaged<ResponseBody>.fromOpaque(context).takeUnretainedValue()
                return body.read(into: buffer, capacity: capacity)
            }, body.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<ResponseBody>.fromOpaque(context).release()
            })
        if response == nil { body.release() }
        return response
    }

    /// Copies what comes next; returns how many bytes, or a code of the library.
    func read(into buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Int {
        if rest.isEmpty {
            switch next() {
            case .bytes(let bytes): rest = bytes[...]
            case .nothing:
                onNothing()
                return 0
            case .end: return FACECAP_HTTP_END_OF_STREAM
            }
        }
        let count = min(capacity, rest.count)
        rest.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: count)
        }
        rest = rest.dropFirst(count)
        return count
    }
}
