// SPDX-License-Identifier: Apache-2.0
import CameraInput
import FaceValues
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import DeviceDiscovery

@Suite struct DeviceWatcherTests {
    /// Events of a watcher; they end when nobody holds them any more.
    private final class Events: Sendable {
        let continuation: AsyncStream<DeviceWatcher.Event>.Continuation

        init(_ continuation: AsyncStream<DeviceWatcher.Event>.Continuation) {
            self.continuation = continuation
        }

        deinit { continuation.finish() }
    }

    /// A watcher with its events; every file of a folder called `video...` plays a camera.
    private func watch(
        _ folder: TemporaryFolder
    ) throws -> (DeviceWatcher, AsyncStream<DeviceWatcher.Event>) {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceWatcher.Event.self)
        let watcher = try DeviceWatcher(
            folder: folder.path, milliseconds: 20,
            list: {
                folder.contents.filter { $0.hasPrefix("video") }.map {
                    .camera(CameraDescription(path: $0, name: $0))
                }
            }, handler: { [events = Events(continuation)] in events.continuation.yield($0) })
        return (watcher, stream)
    }

    @Test func nodesThatComeAndGoAreEvents() async throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "video0")
        let (watcher, stream) = try watch(folder)
        #expect(watcher.devices.map(\.path) == ["video0"])
        var events = stream.makeAsyncIterator()
        try folder.write([], to: "video1")
        #expect(await events.next() == .appeared(.camera(.init(path: "video1", name: "video1"))))
        try FileManager.default.removeItem(atPath: folder.path + "/video0")
        #expect(
            await events.next() == .disappeared(.camera(.init(path: "video0", name: "video0"))))
        watcher.stop()
    }

    @Test func soundCardsAreSeenBeforeAndAfterTheFirst() async throws {
        let folder = try TemporaryFolder()
        let looks = Mutex(0)
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let watcher = try DeviceWatcher(
            folder: folder.path, milliseconds: 1,
            list: {
                continuation.yield(
                    looks.withLock {
                        $0 += 1; return $0
                    })
                return []
            }, handler: { _ in })
        var counts = stream.makeAsyncIterator()
        #expect(await counts.next() == 1)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/snd", withIntermediateDirectories: false)
        #expect(await counts.next() == 2)
        try folder.write([], to: "snd/controlC1")
        #expect(await counts.next() == 3)
        watcher.stop()
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: FacecapError.self) {
            _ = try DeviceWatcher(
                folder: "/nonexistent", list: { [] }, handler: { _ in })
        }
    }

    @Test func aWatcherThatIsReleasedLetsGoOfItsHandler() async throws {
        let folder = try TemporaryFolder()
        let events = try watch(folder).1
        for await _ in events { Issue.record("There was nothing to see.") }
    }
}
