// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Synchronization

/// Waits with `epoll` for a device and for whoever wants the waiting to end; from one thread at a time.
///
/// A driver may only note who waits when it has nothing at the moment it is asked, as v4l2loopback
/// does: a device is therefore watched again each time.
/// Source: epoll(7).
final class EventPoll: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var wake: Int32 = -1
    }

    private let state = Mutex(State())

    deinit { state.withLock { if $0.descriptor >= 0 { _ = close($0.descriptor) } } }

    /// Waits until `device`, unless it is negative, is ready or `wake` readable; a negative time has no
    /// end.
    func wait(for device: Int32, orFor wake: Int32, milliseconds: Int32) throws(SystemCallFailure)
        -> DeviceReadiness
    {
        let poll = try state.withLock { state throws(SystemCallFailure) in
            if state.descriptor < 0 { state.descriptor = try Self.make() }
            if state.wake != wake { try Self.watch(wake, with: state.descriptor) }
            state.wake = wake
            return state.descriptor
        }
        guard device >= 0 else { return try Self.wait(poll, wake, milliseconds) }
        try Self.watch(device, with: poll)
        defer { _ = epoll_ctl(poll, EPOLL_CTL_DEL, device, nil) }
        return try Self.wait(poll, wake, milliseconds)
    }

    private static func wait(_ poll: Int32, _ wake: Int32, _ milliseconds: Int32)
        throws(SystemCallFailure) -> DeviceReadiness
    {
        var events = (epoll_event(), epoll_event())
        let count = withUnsafeMutableBytes(of: &events) {
            epoll_wait(
                poll, $0.assumingMemoryBound(to: epoll_event.self).baseAddress, 2, milliseconds)
        }
        guard count >= 0 else {
            if errno == EINTR { return .nothing }
            throw SystemCallFailure(call: "epoll_wait", number: errno)
        }
        let happened = [events.0, events.1].prefix(Int(count))
        if happened.contains(where: { $0.data.fd == wake }) { return .woken }
        guard let event = happened.first else { return .nothing }
        // Trouble first: it may stay beside EPOLLIN for ever.
        let trouble = EPOLLERR.rawValue | EPOLLHUP.rawValue
        return event.events & trouble != 0 ? .failed : .ready
    }

    private static func make() throws(SystemCallFailure) -> Int32 {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else {
            throw SystemCallFailure(call: "epoll_create1", number: errno)
        }
        return descriptor
    }

    private static func watch(_ descriptor: Int32, with poll: Int32) throws(SystemCallFailure) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        guard epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
            throw SystemCallFailure(call: "epoll_ctl", number: errno)
        }
    }
}
