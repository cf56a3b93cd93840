// SPDX-License-Identifier: Apache-2.0
/// Why a benchmark could not run.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
