// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What somebody at the keyboard, or a program, can ask of a recording.
enum RecordingRequest: Sendable, Hashable {
    case pause, resume, stop, cancel
    /// Finish the file, and go on with the next one.
    case split
    /// Remove the last file that is done.
    case deleteLast
    /// Pause or resume, whichever it is not.
    case togglePause
    /// Save a frame; without a path beside the movie.
    case still(path: String?)
    case marker(String)
    /// Put metadata of the user's own into the movie.
    case metadata(TimedMetadataGroup)
    /// Go on with another camera, named as `--source` names it; without a name with the next one.
    case camera(String?)
    /// Magnify the frames by another factor.
    case zoom(ZoomRequest)
    /// Make cameras give so many frames a second.
    case frameRate(Double)

    /// Reads a line of standard input; `nil` when it is no request.
    ///
    /// Throws `.invalidArgument` for metadata that no movie takes, and for what no zoom does.
    init?(line: String) throws(FacecapError) {
        let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
        let words = line[..<end].split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let rest = words.count > 1 ? String(words[1].drop(while: \.isWhitespace)) : nil
        switch (words.first, rest) {
        case ("pause", nil): self = .pause
        case ("resume", nil): self = .resume
        case ("stop", nil), ("q", nil): self = .stop
        case ("cancel", nil): self = .cancel
        case ("split", nil): self = .split
        case ("delete-last", nil): self = .deleteLast
        case ("still", let path): self = .still(path: path)
        case ("marker", let text?): self = .marker(text)
        case ("meta", let rest): self = .metadata(try TimedMetadataGroup(words: rest ?? ""))
        case ("camera", let source): self = .camera(source)
        case ("zoom", let rest): self = .zoom(try ZoomRequest(words: rest ?? ""))
        case ("rate", let rest): self = .frameRate(try Self.frameRate(rest ?? ""))
        default: return nil
        }
    }

    /// Has done what a line of standard input requests, or says why that cannot be done; a line of spaces is no
    /// request.
    ///
    /// - Parameters:
    ///   - words: the first words of requests that can be done here; `nil` for all.
    ///   - usage: what to say instead, behind that which cannot be done.
    static func read(
        _ line: String, among words: Set<String>? = nil, usage: String, say: (String) -> Void,
        fulfil: (RecordingRequest) -> Void
    ) {
        guard let word = line.split(whereSeparator: \.isWhitespace).first else { return }
        do throws(FacecapError) {
            let isPossible = words?.contains(String(word)) ?? true
            guard isPossible, let request = try RecordingRequest(line: line) else {
                return say("cannot do '\(line)'\(usage)")
            }
            fulfil(request)
        } catch {
            say(error.message)
        }
    }

    private static func frameRate(_ text: String) throws(FacecapError) -> Double {
        guard let rate = Double(text), 0.001...1000 ~= rate else {
            throw FacecapError(
                .invalidArgument,
                "'\(text)' is not a frame rate; say frames a second, as in rate 15.")
        }
        return rate
    }
}
