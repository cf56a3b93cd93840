// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What commands understand that capture for as long as their user wants: `live` and `record`.
protocol CaptureOptions: OptionGroup {
    var source: SourceOptions { get }
    var depth: String? { get }
    var duration: Duration? { get }
    var search: SearchOptions { get }
    var details: DetailOptions { get }
    var telling: TellingOptions { get }
    var preview: Preview.Kind? { get }
    var orientation: OrientationOptions { get }
    var gravity: VideoGravity { get }
    var showsStatistics: Bool { get }
}

extension CaptureOptions {
    /// What the user's words mean alike in all of these commands.
    func runSettings() throws(FacecapError) -> RunSettings {
        var settings = RunSettings()
        settings.source = search.reading.applied(
            to: try source.settings(depth: depth), for: duration)
        settings.search = SearchSettings(search.detection, details)
        settings.search.apply(search.rhythm)
        settings.search.region = search.reading.region ?? .unit
        settings.search.limits = search.limits
        settings.search.symbologies = search.codes.symbologies ?? []
        settings.search.smoothsFaces = !telling.leavesUnsmoothed
        settings.search.relinksFaces = telling.relinks
        settings.source.zoomFactor = orientation.zoomFactor
        settings.source.watchesSubjectArea = telling.tellsSubjectArea
        settings.display.preview = preview
        settings.display.gravity = gravity
        settings.display.orientation = orientation.orientation
        settings.stream = StreamSettings(details)
        settings.stream.includesClock = !telling.leavesOutClock
        settings.showsStatistics = showsStatistics
        return settings
    }
}
