// SPDX-License-Identifier: Apache-2.0
internal import FaceRedaction
internal import FaceValues

/// The photos that were chosen, in order, until they are made; where faces are to be covered they wait
/// first until it is known what.
struct PhotoQueue {
    private var redaction: RedactionQueue<PhotoJob>?
    private var ready: [PhotoJob] = []

    init(redaction settings: RedactionSettings?) {
        redaction = settings.map { RedactionQueue(settings: $0) }
    }

    /// Jobs that nothing stands against.
    var readyCount: Int { ready.count }

    /// Takes what was found in the next frame.
    ///
    /// - Parameter earliest: the time of the oldest frame that may become a photo later.
    mutating func append(_ observation: FaceObservation, keepingFrom earliest: MediaTime?) {
        redaction?.append(observation, keepingFrom: earliest)
        release()
    }

    /// Takes jobs.
    mutating func append(_ jobs: [PhotoJob]) {
        guard redaction != nil else { return ready += jobs }
        for job in jobs { redaction?.append(job, showing: job.image) }
        release()
    }

    /// No job that is there waits for what is found later.
    mutating func releaseAll() {
        redaction?.releaseAll()
        release()
    }

    /// Leaves what else was to be done for a call of which a photo failed.
    mutating func remove(callID: Int) {
        redaction?.removeAll { $0.callID == callID }
        ready.removeAll { $0.callID == callID }
    }

    /// The next job; `nil` while there is none.
    mutating func next() -> PhotoJob? { ready.isEmpty ? nil : ready.removeFirst() }

    private mutating func release() {
        while let next = redaction?.next() {
            var job = next.element
            job.cover = next.cover
            ready.append(job)
        }
    }
}
