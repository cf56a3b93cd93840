// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// Something that happened, as a record of its own.
public enum StreamEvent: Sendable, Hashable {
    /// A face is here for the first time.
    case faceFound(id: Int)
    /// A face was given up; its id does not come back. The reason is `cut` where another scene began,
    /// else `nil`.
    case faceLost(id: Int, reason: String? = nil)
    /// The face `from` is the person who had the id `to` first; both ids stay as they are.
    case rename(from: Int, to: Int)
    /// The frame shows another scene than the one before.
    case cut
    /// What a look for machine-readable codes showed: the frame that was looked at, and the codes in it, in the
    /// normalized stored frame; none where those of the look before are gone.
    case codes(frame: Int, objects: [MetadataMachineReadableCodeObject])
    /// A blink of a face is over: when it began, in seconds of the source, and how long it took.
    case blink(id: Int, beginSeconds: Double, nanoseconds: Int64)
    /// No data comes for a while.
    case interrupted(reason: String)
    /// Data comes again after so many milliseconds without frames; `nil` when there were none before.
    case resumed(gapMilliseconds: Double?)
    /// A frame that entered the session was dropped.
    case dropped(reason: FrameLedger.DropReason)
    /// Frames were lost in the driver.
    case lost(count: Int)
    /// Of a stretch of a face track nothing is known, or it has no frames.
    case gap(start: MediaTime, duration: MediaTime)
    /// Audio was lost, in sample frames; silence stands in its place.
    case lostAudio(count: Int)
    /// The machine is under another pressure than before.
    case systemPressure(SystemPressureState)
    /// The image has changed much and come to rest.
    case subjectAreaChanged
    /// Frames come at another rate, nominally, in frames a second.
    case frameRateChanged(Double)
    /// A recording began a file.
    case fileStarted(path: String)
    /// A file of a recording is whole: its length in seconds of media and in bytes.
    case fileFinished(path: String, duration: MediaTime, byteCount: Int64)
    /// A file of a recording was removed, as its user asked for.
    case fileDeleted(path: String)
    /// How far a recording is: its length, its bytes, and those that the file system has left where that is known.
    case progress(duration: MediaTime, byteCount: Int64, freeByteCount: Int64?)
    /// A value in the timed metadata of a movie, in an export: when it begins and how long it holds.
    case metadata(TimedMetadataGroup.Item, start: MediaTime, duration: MediaTime)
    /// A text that the user put at a moment of a movie, in an export.
    case marker(String, at: MediaTime)
    /// Something the user should know.
    case warning(FacecapError)
    /// The source failed.
    case error(FacecapError)
}

extension StreamEvent {
    /// What happened at a frame, in the order of the records that follow the frame's own.
    public static func events(of observation: FaceObservation) -> [StreamEvent] {
        let isCut = observation.isCut
        var events: [StreamEvent] = isCut ? [.cut] : []
        events += observation.foundFaceIDs.map { .faceFound(id: $0) }
        events += observation.lostFaceIDs.map {
            .faceLost(id: $0, reason: isCut ? "cut" : nil)
        }
        events += observation.renamedFaceIDs.map { .rename(from: $0.from, to: $0.to) }
        for face in observation.faces {
            guard let length = face.blinkNanoseconds else { continue }
            let sinceBegin = Double(length) + Double(face.blinkAgeNanoseconds)
            let begin = observation.presentationTime.seconds - sinceBegin * 1e-9
            events.append(.blink(id: face.faceID, beginSeconds: begin, nanoseconds: length))
        }
        if let codes = observation.codes {
            let frame = observation.frame.number - codes.age
            events.append(.codes(frame: frame, objects: codes.objects))
        }
        if case .dropped(let reason) = observation.outcome {
            events.append(.dropped(reason: reason))
        }
        return events
    }
}
