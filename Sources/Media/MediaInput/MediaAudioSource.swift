// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues
internal import MediaCodecs

/// The audio of a video or of an audio file as a source of samples; frames are thrown away unread.
///
/// Time stamps are the stream's own. What cannot be decoded is left out, and said once at the end with
/// `.mediaDamaged`; the file is read as fast as it is asked for.
package final class MediaAudioSource: CaptureSource {
    /// The rate and the channels of the audio.
    package let audioFormat: AudioFormat?
    private let location: MediaLocation
    private let cancellation: Cancellation
    private let demuxer: Demuxer
    private let track: MediaTrack
    private let packet: MediaPacket
    private let converter = AudioConverter()
    private var damage: DamageReport
    private var isDraining = false
    private var isFinished = false

    /// Opens a location, as ``MediaFileSource`` does.
    ///
    /// Throws `sourceNotFound`, `permissionDenied`, `networkFailed` or `systemFailed` when there is
    /// nothing to read, and `mediaUnreadable` when it has no audio that can be decoded.
    ///
    /// - Parameter options: what may be opened.
    package init(
        _ opened: OpenedLocation, options: MediaFileSource.Options
    ) throws(FacecapError) {
        location = opened.location
        cancellation = opened.cancellation
        demuxer = try Demuxer(
            location, file: opened.file, cancellation: cancellation, options: options)
        guard let stream = demuxer.bestStream(AVMEDIA_TYPE_AUDIO),
            let format = stream.pointee.codecpar.flatMap({ AudioFormat($0.pointee) })
        else {
            throw FacecapError(
                .mediaUnreadable, "\(location) has no audio; name a video or a file that has some.")
        }
        audioFormat = format
        track = try MediaTrack(stream: stream, threads: 1, name: "\(location)")
        demuxer.keepOnly([stream.pointee.index])
        packet = try MediaPacket()
        damage = DamageReport(claimedEnd: track.claimedEnd(isFragmented: demuxer.isFragmented))
    }

    /// It is decoded in this process.
    package var isolation: IsolationLevel? { IsolationLevel.none }
    /// There are no frames.
    package var videoFormat: VideoFormat? { nil }
    /// It waits for its readers.
    package var isLive: Bool { false }
    /// There are no frames.
    package var estimatedFrameCount: Int? { nil }

    /// Decodes the next stretch of audio on the calling thread.
    ///
    /// Throws `networkFailed` or `systemFailed` when reading fails midway.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while !isFinished && !cancellation.isCancelled {
            switch try track.receive() {
            case .frame:
                let time = track.stampFrame()
                if let audio = converter.makeSamples(track.frame, at: time) { return .audio(audio) }
                damage.hasBadAudio = true
            case .failed: damage.hasBadAudio = true
            case .needsPacket where !isDraining: try feed()
            case .finished, .needsPacket:
                isFinished = true
                damage.unopenedParts = demuxer.unopenedPartCount
                return damage.summary(of: location).map(CaptureEvent.warning)
            }
        }
        return nil
    }

    /// Ends every wait for data.
    package var control: any CaptureSourceControl { cancellation }

    /// Gives the decoder the next packet, or the end.
    private func feed() throws(FacecapError) {
        switch demuxer.read(into: packet) {
        case .packet:
            damage.reachedEnd = max(damage.reachedEnd, track.end(of: packet))
            let code = try track.decoder.send(packet)
            if packet.isDamaged || code < 0 { damage.hasBadAudio = true }
            return
        case .cancelled: return
        case .endOfStream: break
        case .failed(let code):
            if let error = demuxer.inputError(for: code) { throw error }
            damage.hasBadAudio = true
        }
        isDraining = true
        _ = try track.decoder.send(nil)
    }
}
