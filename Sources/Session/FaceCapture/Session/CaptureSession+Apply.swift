// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Synchronization

extension CaptureSession {
    /// Makes a configuration the session's; where something fails, everything is as it was.
    ///
    /// Devices are opened that come, and those that are open with another preset. After a stop the others stay closed
    /// until the session starts.
    func apply(_ changed: CaptureConfiguration) throws(FacecapError) {
        try changed.validate()
        let old = configuration
        let coming = changed.inputs.filter { !old.contains($0) }
        let going = old.inputs.filter { !changed.contains($0) }
        let newMembers = Self.members(of: changed, without: old)
        try SessionMembers.claim(newMembers, for: self)
        var reopened: [CaptureDeviceInput] = []
        var closed: [CaptureDeviceInput] = []
        do throws(FacecapError) {
            if changed.preset != old.preset {
                for input in changed.inputs where old.contains(input) && opensAgain(input) {
                    try reopen(input, with: changed.preset)
                    reopened.append(input)
                }
            }
            try open(coming, changed.preset, insteadOf: going, &closed)
            configuration = changed
            if isRunning { try continueRunning(from: old) }
        } catch {
            configuration = old
            for input in coming { input.openSource = nil }
            openAgain(closed)
            for input in reopened { try? reopen(input, with: old.preset) }
            SessionMembers.release(newMembers)
            throw error
        }
        for input in going { input.openSource = nil }
        SessionMembers.release(Self.members(of: old, without: changed))
        stopIfOver()
    }

    private static func members(
        of configuration: CaptureConfiguration, without other: CaptureConfiguration
    ) -> [AnyObject] {
        let others = other.members
        return configuration.members.filter { member in !others.contains { $0 === member } }
    }

    // MARK: Devices

    /// Opens devices: all of them, or none.
    func open(_ inputs: [CaptureDeviceInput], _ preset: Preset) throws(FacecapError) {
        var opened: [(CaptureDeviceInput, OpenSource)] = []
        for input in inputs { opened.append((input, try input.device.makeSource(preset: preset))) }
        for (input, source) in opened { input.openSource = source }
    }

    /// Opens the devices of inputs that come; one that is busy because an input that goes has it open, once that is
    /// closed.
    private func open(
        _ coming: [CaptureDeviceInput], _ preset: Preset, insteadOf going: [CaptureDeviceInput],
        _ closed: inout [CaptureDeviceInput]
    ) throws(FacecapError) {
        do throws(FacecapError) {
            try open(coming, preset)
        } catch {
            let rivals = going.filter { input in
                input.openSource != nil
                    && coming.contains { $0.device.uniqueID == input.device.uniqueID }
            }
            guard error.code == .deviceBusy, !rivals.isEmpty else { throw error }
            closed = rivals
            for input in rivals { close(input) }
            try open(coming, preset)
        }
    }

    private func close(_ input: CaptureDeviceInput) {
        for running in runningInputs where running.input === input { end(running) }
        runningInputs.removeAll { $0.input === input }
        input.openSource = nil
    }

    /// Opens inputs again that were closed in vain, and lets them run where they did.
    private func openAgain(_ inputs: [CaptureDeviceInput]) {
        guard !inputs.isEmpty else { return }
        do throws(FacecapError) {
            try open(inputs, configuration.preset)
            if isRunning { begin(try makeReady([], inputs), beside: runningInputs) }
        } catch {
            stop(.error(error))
        }
    }

    /// Whether another preset opens an input again at once.
    private func opensAgain(_ input: CaptureDeviceInput) -> Bool {
        input.hasFrames && !runningInputs.contains { $0.input === input && $0.isOver }
    }

    private func reopen(_ input: CaptureDeviceInput, with preset: Preset) throws(FacecapError) {
        try fulfil(
            try makeRequest(
                of: input, input.device, isSameDevice: true, preset: preset,
                reason: "changed to the preset \(preset.rawValue)"), of: input)
    }

    // MARK: The flow

    /// Moves the flow over to a new configuration; what stays in use is not disturbed.
    private func continueRunning(from old: CaptureConfiguration) throws(FacecapError) {
        let kept = runningInputs.filter { running in
            configuration.contains(running.input) && running.loop.reads(running.input)
        }
        let beginning = try makeReady(
            configuration.outputs.filter { !old.contains($0) },
            configuration.inputs.filter { input in !kept.contains { $0.input === input } })
        // Who comes gets the faces of its first frame, and who goes those of its last one.
        let lasting = configuration.metadataOutputs.filter { old.contains($0) }.map { output in
            (output, old.metadataRoutes(from: output).filter { !configuration.contains($0) })
        }
        for (output, leaving) in lasting {
            output.reroute(configuration.metadataRoutes(from: output) + leaving)
        }
        for running in runningInputs where !kept.contains(where: { $0.number == running.number }) {
            end(running)
        }
        for running in kept { running.loop.reroute(configuration.routes(from: running.input)) }
        for (output, leaving) in lasting where !leaving.isEmpty {
            output.reroute(configuration.metadataRoutes(from: output))
            output.flush()
        }
        let going = old.finishingOutputs.filter { !configuration.contains($0) }
        for output in going where output is CaptureMetadataOutput { output.finish() }
        tellOutputs(of: old)
        begin(beginning, beside: kept)
        for output in going where !(output is CaptureMetadataOutput) { output.finish() }
    }

    /// Tells outputs that stay what connections they have now; only then, as one that waits for the faces of a frame
    /// holds up the frame's capture thread until somebody looks at its frames.
    private func tellOutputs(of old: CaptureConfiguration) {
        for output in configuration.outputs where old.contains(output) {
            let connections = configuration.connections(to: output)
            if !connections.elementsEqual(old.connections(to: output), by: { $0 === $1 }) {
                output.connectionsDidChange(connections)
            }
        }
    }

    /// Ends a loop and lets go of its device, which somebody else may open then.
    private func end(_ running: RunningInput) {
        running.loop.stop()
        nextFrameNumber = max(nextFrameNumber, running.loop.nextFrameNumber)
        running.loop.source.withLock { $0 = nil }
    }

    private func begin(_ beginning: [RunningInput], beside kept: [RunningInput]) {
        runningInputs = kept + beginning
        settleWhoBegins()
        pulse?.watch(runningInputs.map(\.loop))
        for running in beginning { running.loop.begin(atFrame: nextFrameNumber) }
    }
}
