// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// What a preview's thread does over and over: take what is new, listen, draw.
struct PreviewLoop {
    /// Keys and clicks are looked for at least this often.
    private static let listeningInterval: Int64 = 33_000_000
    private static let statusInterval: Int64 = 250_000_000

    let mailbox: PreviewMailbox
    let display: any PreviewDisplay
    var scene: PreviewScene
    private var lastDraw: Int64 = 0
    private var nextStatus: Int64 = 0
    private var drawnStatus: Preview.Status?
    private var latency: Double?

    init(mailbox: PreviewMailbox, display: any PreviewDisplay, scene: PreviewScene) {
        self.mailbox = mailbox
        self.display = display
        self.scene = scene
    }

    /// Until the mailbox is closed.
    mutating func run() {
        while true {
            let now = MonotonicClock.nowNanoseconds
            let earliest = lastDraw + display.drawIntervalNanoseconds
            guard
                let delivery = mailbox.next(
                    earliest: earliest, deadline: now + Self.listeningInterval,
                    now: { MonotonicClock.nowNanoseconds })
            else { break }
            turn(with: delivery)
        }
        display.close()
    }

    private mutating func turn(with delivery: PreviewMailbox.Delivery) {
        let now = MonotonicClock.nowNanoseconds
        if let size = display.size { scene.size = size }
        var isChanged = listen(delivery.delegate, now)
        for message in delivery.messages { scene.say(message, nowNanoseconds: now) }
        if scene.expire(nowNanoseconds: now) || !delivery.messages.isEmpty { isChanged = true }
        for (index, frame) in delivery.frames.enumerated() {
            guard let frame else { continue }
            scene.frames[index] = frame
            isChanged = true
        }
        if now >= nextStatus {
            nextStatus = now + Self.statusInterval
            var status = delivery.delegate?.previewStatus ?? scene.status
            status.latencyMilliseconds = latency
            scene.status = status
        }
        // Numbers are drawn with the next frame, unless none comes.
        if scene.status != drawnStatus, now - lastDraw > Self.statusInterval { isChanged = true }
        guard isChanged, scene.frames.contains(where: { $0 != nil }) else { return }
        display.draw(&scene)
        lastDraw = now
        drawnStatus = scene.status
        measure(delivery.frames)
    }

    /// Whether something is to be drawn again.
    private mutating func listen(_ delegate: (any Preview.Delegate)?, _ now: Int64) -> Bool {
        let inputs = display.inputs()
        for input in inputs {
            if let command = scene.handle(input, nowNanoseconds: now) {
                delegate?.previewDidReceive(command)
            }
        }
        return !inputs.isEmpty
    }

    /// A mean that follows slowly, so that people can read it.
    private mutating func measure(_ frames: [Preview.Frame?]) {
        let now = MonotonicClock.nowNanoseconds
        for frame in frames.compactMap(\.self) {
            let milliseconds = Double(now - frame.captureNanoseconds) / 1e6
            latency = latency.map { $0 * 0.9 + milliseconds * 0.1 } ?? milliseconds
        }
    }
}
