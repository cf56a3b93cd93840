// SPDX-License-Identifier: Apache-2.0
extension CaptureSession {
    /// Whether all devices of the session support the preset; that they can be opened with it shows when it is
    /// set.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        var configuration = nextConfiguration
        configuration.preset = preset
        return configuration.inputWithoutPreset == nil
    }

    /// Whether the session could take the input: it is no part of it yet, nor of another one. That its device can be opened, and
    /// supports the preset, shows when it is added.
    public func canAddInput(_ input: CaptureDeviceInput) -> Bool {
        var configuration = nextConfiguration
        return SessionMembers.isFree(input, for: self)
            && (try? configuration.add(input)) != nil
    }

    /// Whether the session could take the output: it is no part of it yet, nor of another one.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - inputs: which inputs count, each of which has to be one of the session; `nil` for all of them.
    public func canAddOutput(
        _ output: any CaptureOutput, from inputs: [CaptureDeviceInput]? = nil
    ) -> Bool {
        var configuration = nextConfiguration
        return SessionMembers.isFree(output, for: self)
            && (try? configuration.add(output, from: inputs)) != nil
    }
}
