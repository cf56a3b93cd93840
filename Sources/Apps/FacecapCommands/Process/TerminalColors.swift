// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whether what is written to a terminal is colored.
enum TerminalColors {
    /// Whether a descriptor is a terminal that shows colors, whose user does not mind them (https://no-color.org).
    static func areShown(on descriptor: Int32) -> Bool {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        return isatty(descriptor) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
    }
}
