// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
package import MediaInput
import Synchronization

/// What a camera or a media server of a network sends: as long as it is connected, a live source.
///
/// One that broke off is told of as an interruption, not as an end. Whoever connects again makes another stream of the
/// same ``Place``, of which the times go on as the clock did meanwhile.
package final class NetworkStream: CaptureSource {
    /// An address, and when its first sample came.
    package final class Place: Sendable {
        fileprivate struct Origin {
            /// `CLOCK_MONOTONIC` when it was connected.
            let nanoseconds: Int64
            /// The first time stamp.
            let time: MediaTime
        }

        fileprivate let address: String
        fileprivate let options: MediaFileSource.Options
        fileprivate let isolation: IsolatedFileInput.Isolation?
        fileprivate let origin = Mutex<Origin?>(nil)

        /// A place.
        ///
        /// - Parameter isolation: what is asked of the process that decodes; `nil` for this one.
        package init(
            _ address: String, options: MediaFileSource.Options,
            isolation: IsolatedFileInput.Isolation?
        ) {
            self.address = address
            var options = options
            options.isRealTime = false
            self.options = options
            self.isolation = isolation
        }
    }

    private let place: Place
    private let cancellation: Cancellation
    private var connection: Connection?
    private var neededTypes: Set<MediaType>?

    private struct Connection {
        let source: any CaptureSource
        let nanoseconds: Int64
        /// What makes times go on; `nil` before the first sample.
        var offset: MediaTime?
    }

    /// A stream that connects with the first ``nextEvent()``, or by ``connect()``.
    ///
    /// Throws `systemFailed`.
    package init(_ place: Place) throws(FacecapError) {
        self.place = place
        cancellation = try Cancellation()
    }

    /// Connects, and decodes the first frame.
    ///
    /// Throws what `MediaFileSource` and ``IsolatedFileInput`` throw.
    package func connect() throws(FacecapError) {
        guard connection == nil else { return }
        let begun = MonotonicClock.nowNanoseconds
        let source = try FileSource.open(
            place.address, options: place.options, isolation: place.isolation,
            cancellation: cancellation)
        if let neededTypes { source.needsSamples(of: neededTypes) }
        let now = MonotonicClock.nowNanoseconds
        let opened =
            (source as? IsolatedFileInput)?.openedNanoseconds
            ?? (source as? MediaFileSource)?.openedNanoseconds
        // Another process has said so.
        connection = Connection(source: source, nanoseconds: min(max(begun, opened ?? now), now))
    }

    /// Waits for the next event. Throws what opening and reading throw, unless the network is the reason.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        do throws(FacecapError) {
            try connect()
            guard let event = try connection?.source.nextEvent() else {
                return cancellation.isCancelled ? nil : .interrupted(reason: "the stream ended")
            }
            return placed(event)
        } catch {
            if cancellation.isCancelled { return nil }
            guard error.code == .networkFailed, connection != nil else { throw error }
            return .interrupted(reason: "the connection was lost")
        }
    }

    private func placed(_ event: CaptureEvent) -> CaptureEvent {
        guard let time = event.sampleTime, var connection else { return event }
        let offset = connection.offset ?? self.offset(of: time, connection)
        connection.offset = offset
        self.connection = connection
        return offset == .zero ? event : event.advanced(by: offset)
    }

    /// From the times of this connection to those of the first one.
    private func offset(of first: MediaTime, _ connection: Connection) -> MediaTime {
        place.origin.withLock { origin in
            guard let origin else {
                origin = Place.Origin(nanoseconds: connection.nanoseconds, time: first)
                return .zero
            }
            let elapsed = (connection.nanoseconds - origin.nanoseconds) / 1000
            return MediaTime(value: elapsed, timescale: 1_000_000)
                .advanced(by: origin.time).since(first)
        }
    }

    /// Ends every wait.
    package var control: any CaptureSourceControl { cancellation }
    /// Always: nobody waits for who reads.
    package var isLive: Bool { true }
    /// The first frame's; `nil` before it is connected.
    package var videoFormat: VideoFormat? { connection?.source.videoFormat }
    /// The audio's; `nil` before it is connected.
    package var audioFormat: AudioFormat? { connection?.source.audioFormat }
    /// Those of encoded samples; none before it is connected.
    package var encodedFormats: EncodedSample.Formats {
        connection?.source.encodedFormats ?? EncodedSample.Formats()
    }
    /// That of the process that decodes; `nil` before it is connected.
    package var isolation: IsolationLevel? { connection?.source.isolation }
    /// What is known of a recording that a server sends; `nil` of what has no end.
    package var estimatedFrameCount: Int? { connection?.source.estimatedFrameCount }

    /// Told to the source that is connected, now or later.
    package func needsSamples(of mediaTypes: Set<MediaType>) {
        neededTypes = mediaTypes
        connection?.source.needsSamples(of: mediaTypes)
    }
}
