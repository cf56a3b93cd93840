// SPDX-License-Identifier: Apache-2.0
/// What a user asked a session for.
struct RunSettings: Sendable {
    var source = SourceSettings()
    var search = SearchSettings()
    var display = DisplaySettings()
    var stream = StreamSettings()
    /// Whether it is said at the end how fast it was.
    var showsStatistics = false
}
