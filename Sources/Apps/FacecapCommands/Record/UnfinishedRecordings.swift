// SPDX-License-Identifier: Apache-2.0
import SystemSupport

/// What a signal leaves that does not wait until recordings are finished.
enum UnfinishedRecordings {
    /// Ends the program at once and says how what stays becomes a plain movie.
    ///
    /// - Parameter paths: files that may not be finished; those that cannot be are left out.
    static func endNow(_ code: Int32, leaving paths: [String], _ messages: Messages) -> Never {
        let movies = paths.filter { !$0.lowercased().hasSuffix(".wav") }
        if !movies.isEmpty {
            messages.sayWithoutWaiting(
                "ended before all was written; to complete what is there: facecap recover "
                    + movies.map(\.shellWord).joined(separator: " "))
        }
        ProcessSetup.endNow(code)
    }
}
