// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
import Glibc
package import SystemSupport

/// Messages over a socket, and descriptors with them: each a length, a kind and a body.
///
/// It is used by one thread at a time.
package final class MessageChannel {
    /// What is received.
    package struct Message {
        /// What the message is, as both ends agree.
        package let kind: UInt8
        /// What it holds.
        package let body: ArraySlice<UInt8>
    }

    /// Why there is no message.
    package enum Failure: Error {
        /// The other end is closed.
        case closed
        /// There was none in time.
        case silent
        /// Somebody asked not to wait any more.
        case cancelled
        /// The other end does not keep to the rules.
        case damaged(MessageDamage)
    }

    /// The most bytes of a body: an encoded frame of the largest size fits.
    package static let maximumLength = 64 << 20
    private static let headerLength = 5

    private let socket: FileDescriptor
    private let takesDescriptors: Bool
    /// What the system puts what it received into.
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var buffer: [UInt8] = []
    private var start = 0
    private var descriptors: [Int32] = []

    /// The channel over a connected stream socket.
    ///
    /// - Parameter takesDescriptors: whether the other end is trusted to send some; otherwise they are closed.
    package init(_ socket: consuming FileDescriptor, takesDescriptors: Bool = true) {
        self.socket = socket
        self.takesDescriptors = takesDescriptors
    }

    deinit {
        chunk.deallocate()
        for descriptor in descriptors { close(descriptor) }
    }

    /// How long the other end may leave a message lie, in seconds, before it counts as closed; without a
    /// call for ever.
    func limitSending(toSeconds seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a message, and a descriptor with it; whether the other end is there.
    ///
    /// Blocks while the other end does not read.
    package func send(_ kind: UInt8, _ body: [UInt8] = [], descriptor: Int32? = nil) -> Bool {
        var writer = MessageWriter(byteCount: Self.headerLength + body.count)
        writer.write(UInt32(clamping: body.count))
        writer.write(kind)
        writer.append(body)
        let bytes = writer.bytes
        var sent = 0
        while sent < bytes.count {
            let descriptors = sent == 0 ? descriptor.map { [$0] } ?? [] : []
            let count = bytes[sent...].withUnsafeBytes { part in
                part.baseAddress.map {
                    facecap_socket_send(
                        socket.number, $0, part.count, descriptors, Int32(descriptors.count))
                } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for the next message.
    ///
    /// - Parameters:
    ///   - deadline: until when, of `CLOCK_MONOTONIC` in nanoseconds; `nil` for ever.
    ///   - wake: what ends the wait.
    package func receive(
        until deadline: Int64? = nil, wake: WakeEvent? = nil
    ) throws(Failure) -> Message {
        while true {
            if let message = try takeMessage() { return message }
            guard deadline != nil || wake != nil else {
                try fill()
                continue
            }
            if try !fill(isWaiting: false) { try wait(until: deadline, wake: wake) }
        }
    }

    /// The oldest descriptor that came with a message and was not taken yet.
    package func takeDescriptor() -> FileDescriptor? {
        descriptors.isEmpty ? nil : FileDescriptor(owning: descriptors.removeFirst())
    }

    private func takeMessage() throws(Failure) -> Message? {
        let available = buffer.count - start
        guard available >= Self.headerLength else { return nil }
        var header = MessageReader(buffer[start..<start + Self.headerLength])
        guard let length = try? Int(header.read(UInt32.self)),
            let kind = try? header.read(UInt8.self),
            length <= Self.maximumLength
        else { throw .damaged(MessageDamage("a message is too long")) }
        guard available >= Self.headerLength + length else { return nil }
        let body = start + Self.headerLength
        start = body + length
        defer {
            // What was handed out keeps its own bytes.
            if start == buffer.count {
                buffer = []
                start = 0
            }
        }
        return Message(kind: kind, body: buffer[body..<start])
    }

    private func wait(until deadline: Int64?, wake: WakeEvent?) throws(Failure) {
        var polled = (
            pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let rest = deadline.map { max(0, $0 - SystemClock.nanoseconds() + 999_999) / 1_000_000 }
            let count = withUnsafeMutableBytes(of: &polled) {
                poll(
                    $0.assumingMemoryBound(to: pollfd.self).baseAddress, 2,
                    rest.map { Int32(clamping: $0) } ?? -1)
            }
            if count < 0, errno == EINTR { continue }
            if polled.1.revents != 0 { throw .cancelled }
            if count == 0 { throw .silent }
            return
        }
    }

    /// Takes what there is, after a wait for it where that is wanted; whether there was anything.
    @discardableResult
    private func fill(isWaiting: Bool = true) throws(Failure) -> Bool {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        guard let base = chunk.baseAddress else { throw .closed }
        var received: [Int32] = Array(repeating: -1, count: Int(FACECAP_DESCRIPTOR_LIMIT))
        var receivedCount: Int32 = 0
        var count = 0
        repeat {
            count = facecap_socket_receive(
                socket.number, base, chunk.count, isWaiting ? 1 : 0, &received, &receivedCount)
        } while count < 0 && errno == EINTR
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return false }
        for descriptor in received.prefix(Int(receivedCount)) {
            if takesDescriptors { descriptors.append(descriptor) } else { close(descriptor) }
        }
        guard count > 0 else { throw .closed }
        buffer.append(contentsOf: chunk[..<count])
        return true
    }
}
