/// The driver's buffers as this process sees them: the one owner of their mappings, since an array
/// cannot hold an owner for each.
struct MappedBuffers: ~Copyable {
    private let calls: any VideoDeviceCalls
    private var buffers: [UnsafeRawBufferPointer] = []

    init(calls: any VideoDeviceCalls) { self.calls = calls }

    deinit {
        for buffer in buffers { calls.unmap(buffer) }
    }

    var count: Int { buffers.count }

    /// The memory of a buffer; `nil` for a number that no buffer has.
    subscript(index: Int) -> UnsafeRawBufferPointer? {
        buffers.indices.contains(index) ? buffers[index] : nil
    }

    /// Takes over a mapping, that of the next buffer.
    mutating func append(_ buffer: UnsafeRawBufferPointer) {
        buffers.append(buffer)
    }
}
