// SPDX-License-Identifier: Apache-2.0
import CameraInput
import FaceValues
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import DeviceDiscovery

@Suite struct DeviceWatcherTests {
    /// Every file of a folder called `video...` plays a camera.
    private func watcher(_ folder: TemporaryFolder) throws -> DeviceWatcher {
        try DeviceWatcher(
            folder: folder.path, milliseconds: 20,
            list: {
                folder.contents.filter { $0.hasPrefix("video") }.map {
                    .camera(CameraDescription(path: $0, name: $0))
                }
            }, handler: { _ in })
    }

    @Test func nodesThatComeAndGoAreEvents() async throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "video0")
        let watcher = try watcher(folder)
        #expect(watcher.devices.map(\.path) == ["video0"])
        var events = watcher.events().makeAsyncIterator()
        try folder.write([], to: "video1")
        #expect(await events.next() == .appeared(.camera(.init(path: "video1", name: "video1"))))
        try FileManager.default.removeItem(atPath: folder.path + "/video0")
        #expect(
            await events.next() == .disappeared(.camera(.init(path: "video0", name: "video0"))))
        watcher.stop()
        #expect(await events.next() == nil)
    }

    @Test func theHandlerGetsEveryEvent() async throws {
        let folder = try TemporaryFolder()
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceWatcher.Event.self)
        let isThere = Mutex(false)
        let watcher = try DeviceWatcher(
            folder: folder.path, milliseconds: 1,
            list: {
                isThere.withLock { $0 } ? [.camera(.init(path: "video3", name: "Door"))] : []
            }, handler: { continuation.yield($0) })
        isThere.withLock { $0 = true }
        try folder.write([], to: "video3")
        var events = stream.makeAsyncIterator()
        #expect(await events.next()?.device.localizedName == "Door")
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

    @Test func aWatcherThatIsReleasedEndsItsStreams() async throws {
        let folder = try TemporaryFolder()
        var kept: DeviceWatcher? = try watcher(folder)
        let events = try #require(kept?.events())
        kept = nil
        for await _ in events { Issue.record("There was nothing to see.") }
    }
}
