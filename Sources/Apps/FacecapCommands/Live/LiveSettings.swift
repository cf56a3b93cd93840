// SPDX-License-Identifier: Apache-2.0
/// What a user asked `live` for.
struct LiveSettings: Sendable {
    var run: RunSettings
    /// Where frames with their faces go beside what the run writes.
    var annotation: AnnotationSettings
    /// `nil` where nothing is served.
    var serving: ServeRequest?
}
