// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import Glibc
import SystemSupport
import Testing

@testable import CameraInput

@Suite struct LinuxVideoDeviceCallsTests {
    @Test func nullDeviceIsNoCamera() {
        let error = #expect(throws: FacecapError.self) { try V4L2Camera(path: "/dev/null") }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.hasPrefix("/dev/null is not a camera") == true)
    }

    @Test func folderIsNoCamera() {
        let error = #expect(throws: FacecapError.self) { try V4L2Camera(path: "/dev") }
        #expect(error?.code == .formatUnsupported)
    }

    @Test func missingNodeIsNotFound() {
        let error = #expect(throws: FacecapError.self) { try V4L2Camera(path: "/dev/video9999") }
        #expect(error?.code == .sourceNotFound)
        #expect(error?.systemError == ENOENT)
    }

    @Test func waitingTellsDataTroubleAndWakingApart() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let calls = LinuxVideoDeviceCalls()
        let wake = try WakeEvent()
        func wait(_ milliseconds: Int32) throws -> DeviceReadiness {
            try calls.wait(for: ends[0], orFor: wake.descriptor, milliseconds: milliseconds)
        }
        #expect(try wait(0) == .nothing)
        #expect(write(ends[1], "x", 1) == 1)
        #expect(try wait(5000) == .ready)
        close(ends[1])
        #expect(try wait(5000) == .failed)
        wake.signal()
        wake.signal()
        #expect(try wait(5000) == .woken)
        #expect(try wait(5000) == .woken)
        close(ends[0])
    }

    @Test func refusedCamerasLeaveNoDescriptorOpen() throws {
        func openCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let before = try openCount()
        for _ in 0..<100 { _ = try? V4L2Camera(path: "/dev/null") }
        // Other tests may open a few meanwhile.
        #expect(try openCount() < before + 50)
    }
}
