// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import SystemSupport

extension CaptureSession {
    /// Starts the threads of outputs and inputs, of which none reads yet: all of them, or none.
    func makeReady(
        _ outputs: [any CaptureOutput], _ inputs: [CaptureDeviceInput]
    ) throws(FacecapError) -> [RunningInput] {
        var started: [any CaptureOutput] = []
        var ready: [RunningInput] = []
        do throws(FacecapError) {
            for output in outputs {
                let connections = configuration.connections(to: output)
                (output as? CaptureMetadataOutput)?.share(paces, under: pressure)
                try output.start(
                    connections: connections,
                    isLossless: connections.first?.input.isLive == false)
                started.append(output)
                if let output = output as? CaptureMetadataOutput {
                    output.reroute(configuration.metadataRoutes(from: output))
                }
            }
            if pulse == nil, inputs.contains(where: { $0.isLive == true }) {
                pulse = try SessionPulse()
            }
            for input in inputs { if let running = try makeReady(input) { ready.append(running) } }
            try watchPressure(of: configuration.inputs.map(\.device))
            return ready
        } catch {
            for running in ready {
                running.loop.stop()
                // Its source was canceled.
                running.input.openSource = nil
            }
            for output in started { output.finish() }
            if !isRunning {
                pulse?.stop()
                pulse = nil
            }
            throw error
        }
    }

    private func makeReady(_ input: CaptureDeviceInput) throws(FacecapError) -> RunningInput? {
        guard let source = input.openSource else { return nil }
        let loop = CaptureLoop(
            source: source, maximumDuration: input.maximumDuration,
            from: endsWithSession(input) ? .zero : nil,
            routes: configuration.routes(from: input), pulse: pulse,
            subjectArea: SubjectAreaWatch(input), zoom: input.zoom,
            makeTimeline: { [clock, hasFrames = input.hasFrames] source in
                SessionTimeline(source, clock, beginsSession: hasFrames)
            })
        loopCount += 1
        let number = loopCount
        try loop.start(
            didReceive: { [broadcast, interruptions] notice in
                switch notice {
                case .interrupted(let reason):
                    interruptions.set(true, number: number)
                    broadcast.send(.wasInterrupted(reason: reason))
                case .interruptionEnded:
                    interruptions.set(false, number: number)
                    broadcast.send(.interruptionEnded)
                case .subjectAreaChanged: broadcast.send(.subjectAreaDidChange)
                case .frameDurationChanged(let duration):
                    broadcast.send(.frameDurationDidChange(duration))
                case .lost, .lostAudio, .systemPressure, .warning, .ended: break
                }
            },
            // Without the loop: its device is closed as soon as the session lets go of it.
            didEnd: { [weak self, interruptions] reason in
                interruptions.set(false, number: number)
                Task { await self?.didEnd(number, reason) }
            })
        return RunningInput(input: input, loop: loop, number: number)
    }

    /// Whether the duration of the input counts from the session's zero: what runs beside the images from the
    /// first one on ends with them.
    private func endsWithSession(_ input: CaptureDeviceInput) -> Bool {
        input.isLive == true && !input.mediaTypes.contains(.video) && clock.zeroNanoseconds == nil
    }

    /// Audio alone does not begin the session, unless there are no frames.
    func settleWhoBegins() {
        clock.audioMayBegin = !configuration.inputs.contains(where: \.hasFrames)
    }
}
