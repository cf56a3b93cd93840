// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

extension CaptureSession {
    /// Watches the machine while a camera is in use: what files give can wait.
    func watchPressure(of devices: [CaptureDevice]) throws(FacecapError) {
        guard pressureMonitor == nil, devices.contains(where: { $0.kind == .camera }) else {
            return
        }
        pressureMonitor = try SystemPressureMonitor { [weak self] state in
            Task { await self?.pressureDidChange(state) }
        }
    }

    func pressureDidChange(_ state: SystemPressureState) {
        guard isRunning else { return }
        pressure = state
        broadcast.send(.systemPressureDidChange(state))
        for output in configuration.outputs {
            guard let connection = configuration.connections(to: output).first else { continue }
            output.deliver(.notice(.systemPressure(state)), from: connection)
        }
    }
}
