/// The bytes of a movie that is in memory.
public struct MovieMemoryBytes: MovieBytes {
    /// What the source is called in messages, on one line.
    public let name: String
    /// How many bytes there are.
    public var byteCount: Int64 { Int64(bytes.count) }

    private let bytes: [UInt8]

    /// A movie in memory.
    public init(_ bytes: [UInt8], name: String = "The movie in memory") {
        self.bytes = bytes
        self.name = name
    }

    /// Fills a buffer with the bytes from `offset` on.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < byteCount else { return 0 }
        let part = bytes[Int(offset)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
