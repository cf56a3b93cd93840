// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// Records what lies around a moment, and when it was.
    func recordMoment(at time: MediaTime) {
        attempt { () throws(FacecapError) in
            moment = moment ?? timeline.movieTime(of: time)
            try triggerMoment()
        }
    }

    /// Begins the file of a moment once its frame is encoded.
    ///
    /// - Parameter isLast: whether no more frames come.
    func triggerMoment(isLast: Bool = false) throws(FacecapError) {
        guard case .moment(let preRoll, let postRoll, _) = settings.trigger, let moment, let series,
            isLast || series.horizon.map({ moment <= $0 }) ?? false
        else { return }
        self.moment = nil
        try series.record(
            from: moment.since(preRoll), until: moment.advanced(by: postRoll),
            with: encoder.encode(stillImageTime: moment))
    }
}
