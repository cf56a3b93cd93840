// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import TimedMetadata

extension RecordingPipeline {
    /// How much later than the newest frame metadata may begin.
    private static var maximumLead: MediaTime { MediaTime(value: 10, timescale: 1) }
    static var maximumEarlyCount: Int { 1024 }

    /// Takes up metadata of a client; what cannot be written is told, and the recording goes on.
    func append(_ group: TimedMetadataGroup) {
        guard isTaking else { return act(status.state.refusal("add metadata to")) }
        do throws(FacecapError) {
            try group.check()
            try encoder.declare(group.items)
            if isBetweenFiles, group.duration == nil {
                tell(
                    .warning(Self.isKeptForPreRoll("The metadata \(group.items.first?.key ?? "")")))
            }
            guard let newest = lastTime else {
                guard earlyMetadata.count < Self.maximumEarlyCount else { throw Self.tooMuch }
                return earlyMetadata.append(group)
            }
            try add(group, newest: newest)
        } catch {
            tell(.warning(error))
        }
    }

    /// Why nothing more is taken before the first frame.
    static var tooMuch: FacecapError {
        FacecapError(
            .invalidArgument, "There is too much metadata before the first frame: wait for that.")
    }

    private func add(
        _ group: TimedMetadataGroup, newest: MediaTime
    ) throws(FacecapError) {
        var start = newest
        if let time = group.start {
            guard let movieTime = timeline.movieTime(of: time) else {
                throw Self.refusal(of: group, "lies in a pause")
            }
            guard movieTime <= newest.advanced(by: Self.maximumLead) else {
                throw Self.refusal(of: group, "begins more than 10 s after the newest frame")
            }
            start = max(movieTime, firstTime ?? movieTime)
        }
        try metadata.add(
            group.items, from: start,
            until: start.advanced(by: group.duration ?? encoder.usualDuration))
    }

    private static func refusal(of group: TimedMetadataGroup, _ problem: String) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "The metadata \(group.items.first?.key ?? "") \(problem): give the time of a frame.")
    }

    /// Writes what begins before a frame.
    ///
    /// - Parameter renews: whether a file may begin with the frame.
    func appendMetadata(before time: MediaTime, renews: Bool) throws(FacecapError) {
        for group in earlyMetadata {
            do throws(FacecapError) {
                try add(group, newest: time)
            } catch {
                tell(.warning(error))
            }
        }
        earlyMetadata = []
        try append(metadata.samples(before: time, renews: renews).map { encoder.encode($0) })
    }

    /// What is left to be written when no more frames come.
    func lastMetadata() -> [RecordedSample] {
        guard let lastTime else { return [] }
        return metadata.finish(at: lastTime, frameDuration: encoder.usualDuration)
            .map { encoder.encode($0) }
    }
}
