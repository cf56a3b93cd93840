// SPDX-License-Identifier: Apache-2.0
import Facecap

extension MediaTime {
    /// The time nearest to a duration, in microseconds.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(
            value: seconds * 1_000_000 + attoseconds / 1_000_000_000_000, timescale: 1_000_000)
    }
}
