// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap devices --watch`: what is there, then what happens, until a signal comes.
struct DeviceWatch {
    let context: CommandContext
    let isJSON: Bool

    func run() async throws(FacecapError) {
        // Events are seldom: no reader is so slow that it loses one.
        let (events, continuation) = AsyncStream.makeStream(
            of: DeviceWatcher.Event.self, bufferingPolicy: .bufferingNewest(4096))
        let watcher = try DeviceWatcher { continuation.yield($0) }
        let signals = SignalWatcher { _ in
            watcher.stop()
            continuation.finish()
        }
        defer {
            withExtendedLifetime(signals) {}
            watcher.stop()
        }
        for device in watcher.devices {
            guard try write("present", device) == .written else { return }
        }
        for await event in events {
            let name =
                switch event {
                case .appeared: "appeared"
                case .disappeared: "disappeared"
                case .changed: "changed"
                }
            guard try write(name, event.device) == .written else { return }
        }
    }

    private func write(_ event: String, _ device: DiscoveredDevice) throws(FacecapError)
        -> StandardOutput.Outcome
    {
        let record = DeviceRecord(device, event: event)
        if isJSON { return try context.output.write(JSONLine.text(record)) }
        let state = record.reason.map { ": \($0)" } ?? ""
        let line = "\(event) \(record.type) \(record.path) \(record.name)\(state)"
        return try context.output.write(Messages.printable(line) + "\n")
    }
}
