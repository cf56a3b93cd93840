// SPDX-License-Identifier: Apache-2.0
internal import CXCB
import Glibc

/// Memory that an X server writes frames into; of the thread of its connection.
final class SharedImage {
    /// The pixels of the last frame.
    let memory: UnsafeMutableRawPointer
    /// The server's name for the memory.
    let segment: xcb_shm_seg_t
    private let connection: ScreenConnection

    /// `nil` where the server cannot share memory, as one on another machine.
    init?(_ connection: ScreenConnection, byteCount: Int) {
        guard facecap_xcb_has_shared_memory(connection.connection) != 0 else { return nil }
        let identifier = facecap_shared_memory_create(byteCount)
        guard identifier >= 0 else { return nil }
        // It stays for as long as somebody uses it.
        defer { facecap_shared_memory_remove(identifier) }
        guard let memory = facecap_shared_memory_attach(identifier) else { return nil }
        let segment = xcb_generate_id(connection.connection)
        let cookie = xcb_shm_attach_checked(
            connection.connection, segment, UInt32(identifier), 0)
        if let error = xcb_request_check(connection.connection, cookie) {
            free(error)
            shmdt(memory)
            return nil
        }
        self.memory = memory
        self.segment = segment
        self.connection = connection
    }

    deinit {
        xcb_shm_detach(connection.connection, segment)
        xcb_flush(connection.connection)
        shmdt(memory)
    }
}
