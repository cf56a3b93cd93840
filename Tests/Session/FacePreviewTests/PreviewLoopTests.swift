// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Synchronization
import Testing

@testable import FacePreview

struct PreviewLoopTests {
    /// Remembers what it was given, and ends the loop after so many drawings.
    private final class FakeDisplay: PreviewDisplay {
        let drawIntervalNanoseconds: Int64 = 0
        let size: Size? = Size(width: 120, height: 80)
        var waiting: [PreviewInput] = []
        var scenes: [PreviewScene] = []
        var isClosed = false
        private let mailbox: PreviewMailbox
        private let lastDrawing: Int

        init(_ mailbox: PreviewMailbox, lastDrawing: Int) {
            self.mailbox = mailbox
            self.lastDrawing = lastDrawing
        }

        func inputs() -> [PreviewInput] {
            defer { waiting = [] }
            return waiting
        }

        func draw(_ scene: inout PreviewScene) {
            scenes.append(scene)
            if scenes.count == lastDrawing { mailbox.close() }
        }

        func close() { isClosed = true }
    }

    private final class Listener: Preview.Delegate {
        let commands = Mutex<[Preview.Command]>([])
        let askedCount = Mutex(0)

        /// Another number each time.
        var previewStatus: Preview.Status {
            let count = askedCount.withLock { count in
                count += 1
                return count
            }
            return Preview.Status(recording: .stopped, droppedCount: count)
        }

        func previewDidReceive(_ command: Preview.Command) {
            commands.withLock { $0.append(command) }
        }
    }

    @Test func imagesMessagesAndNumbersAreDrawnAndKeysHandedOn() throws {
        let mailbox = PreviewMailbox(cameraCount: 1)
        let display = FakeDisplay(mailbox, lastDrawing: 1)
        let listener = Listener()
        display.waiting = [.key("m"), .key("s"), .key("q")]
        mailbox.set(listener)
        mailbox.put("saved")
        mailbox.put(TestImages.frame(), camera: 0)
        var loop = PreviewLoop(
            mailbox: mailbox, display: display, scene: PreviewScene(cameraCount: 1))
        loop.run()
        #expect(display.isClosed && display.scenes.count == 1)
        let scene = try #require(display.scenes.first)
        #expect(scene.frames[0] != nil && scene.isReversed && scene.message == "saved")
        #expect(scene.size == display.size && scene.status.droppedCount == 1)
        #expect(listener.commands.withLock { $0 } == [.still, .stop])
    }

    @Test func withoutNewImagesTheNumbersGoOn() throws {
        let mailbox = PreviewMailbox(cameraCount: 1)
        let display = FakeDisplay(mailbox, lastDrawing: 3)
        mailbox.set(Listener())
        mailbox.put(TestImages.frame(), camera: 0)
        var loop = PreviewLoop(
            mailbox: mailbox, display: display, scene: PreviewScene(cameraCount: 1))
        loop.run()
        let counts = display.scenes.map(\.status.droppedCount)
        #expect(counts.count == 3 && counts == counts.sorted() && Set(counts).count == 3)
        #expect(display.scenes.last?.status.latencyMilliseconds != nil)
    }
}
