// SPDX-License-Identifier: Apache-2.0
package import CaptureControls
import Glibc
package import FaceValues
import Synchronization

extension SyntheticCamera {
    /// The exposure, by itself with a bias or by hand, and the lamp of a synthetic camera, as a sensor has them: what
    /// is changed shows two frames later, but the lamp at once.
    package final class Controls: CameraControlling {
        private struct Values {
            var bias = 0.0
            /// How long each frame is exposed by hand, in seconds; `nil` where the camera does it by itself.
            var duration: Double?
            var flashMode = CaptureControl.LampMode.off
            var isFlashing = false
            /// How much brighter than without a bias the frames are that are under way, as factors.
            var pending: [Double] = []

            /// How long each frame is exposed, in seconds.
            var usedDuration: Double { duration ?? Controls.duration * exp2(bias) }
        }

        /// Frames between the change of an exposure and the first one that it shows in.
        private static let latency = 2
        private static let biases = -2.0...2.0
        private static let durations = 0.0001...1.0
        /// How long a frame is exposed without a bias, in seconds.
        private static let duration = 0.01

        private let values = Mutex(Values())

        /// Nothing is changed yet.
        package init() {}

        package func state() -> CaptureControl.State { values.withLock { Self.state($0) } }

        @discardableResult
        package func withConfigurationLock(
            _ body: (CaptureControl.State, inout CaptureControl.Changes) throws(FacecapError) ->
                Void
        ) throws(FacecapError) -> CaptureControl.State {
            let state = state()
            var changes = CaptureControl.Changes()
            try body(state, &changes)
            let valid = try changes.validated(for: state)
            if valid.exposureDuration != nil, let mode = valid.exposureMode, mode != .custom {
                throw FacecapError(
                    .invalidArgument,
                    "exposure-mode and exposure-duration cannot become this together: "
                        + "leave one of them out.")
            }
            return values.withLock { values in
                values.bias = valid.exposureTargetBias ?? values.bias
                switch valid.exposureMode {
                case .custom?: values.duration = values.usedDuration
                case nil: break
                default: values.duration = nil
                }
                values.duration = valid.exposureDuration ?? values.duration
                values.flashMode = valid.flashMode ?? values.flashMode
                return Self.state(values)
            }
        }

        @discardableResult
        package func reset() -> CaptureControl.State {
            values.withLock { values in
                (values.bias, values.duration, values.flashMode) = (0, nil, .off)
                return Self.state(values)
            }
        }

        package func beginFlash() -> CaptureControl.Flash {
            values.withLock { $0.isFlashing = true }
            return CaptureControl.Flash()
        }

        @discardableResult
        package func endFlash(_ flash: CaptureControl.Flash) -> Bool {
            values.withLock { values in
                defer { values.isFlashing = false }
                return values.isFlashing
            }
        }

        /// How much more light than it was drawn for the next frame takes, as a factor.
        ///
        /// - Parameter light: how much there is without the lamp, in steps of exposure.
        func nextGain(light: Double) -> Double {
            values.withLock { values in
                while values.pending.count <= Self.latency {
                    values.pending.append(values.usedDuration / Self.duration)
                }
                let gain = values.pending.removeFirst()
                return (exp2(light) + (values.isFlashing ? 1 : 0)) * gain
            }
        }

        private static func state(_ values: Values) -> CaptureControl.State {
            let modes = CaptureControl.LampMode.allCases.map(\.rawValue)
            let mode: CaptureControl.ExposureMode =
                values.duration == nil ? .continuousAutoExposure : .custom
            return CaptureControl.State([
                CaptureControl(
                    name: .exposureMode,
                    domain: .choices(
                        [
                            CaptureControl.ExposureMode.custom, .continuousAutoExposure,
                        ].map(\.rawValue)), value: mode.controlValue),
                CaptureControl(
                    name: .exposureDuration, domain: .range(durations, step: 0), unit: "s",
                    value: .number(values.usedDuration)),
                CaptureControl(
                    name: .exposureTargetBias, domain: .range(biases, step: 0.25), unit: "EV",
                    defaultValue: .number(0), value: .number(values.bias)),
                CaptureControl(
                    name: .iso, domain: .numbers([100]), defaultValue: .number(100),
                    value: .number(100), isReadOnly: true),
                CaptureControl(
                    name: .flashMode, domain: .choices(modes), defaultValue: .choice("off"),
                    value: values.flashMode.controlValue),
            ])
        }
    }
}
