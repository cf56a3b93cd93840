// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieBoxes

extension MovieWriter.TrackDescription {
    /// Samples larger than this are refused.
    static let maximumSampleSize = 1 << 29

    /// Throws `.invalidArgument` where tracks cannot be written.
    static func validate(_ tracks: [MovieWriter.TrackDescription]) throws(FacecapError) {
        guard 1...64 ~= tracks.count else {
            throw FacecapError(
                .invalidArgument,
                "A movie has 1 to 64 tracks, not \(tracks.count): change the list.")
        }
        for (index, track) in tracks.enumerated() {
            if let problem = track.problem(at: index, of: tracks.count) {
                throw FacecapError(.invalidArgument, "Track \(index) of the movie has \(problem).")
            }
        }
    }

    private func problem(at index: Int, of count: Int) -> String? {
        guard timescale > 0 else { return "a time scale of \(timescale): give one above 0" }
        switch content {
        case .video(let format):
            if !(1...65_535 ~= format.width && 1...65_535 ~= format.height) {
                return "frames of \(format.width) x \(format.height): give 1 to 65535 pixels"
            }
            return configurationProblem(format.configuration)
        case .audio(let format):
            if !(1...65_535 ~= format.channelCount) {
                return "\(format.channelCount) channels: give 1 to 65535"
            }
            if !(1...1_000_000 ~= format.sampleRate) {
                return "\(format.sampleRate) samples a second: give 1 to 1000000"
            }
            if !(0...1_000_000 ~= format.primingFrameCount) {
                return "a priming of \(format.primingFrameCount): give 0 to 1000000 sample frames"
            }
            return configurationProblem(format.configuration)
        case .metadata(let entry, _, let described):
            var reader = BoxReader(entry)
            guard let box = reader.readBox(), !box.isCutShort, reader.isAtEnd,
                box.content.count >= 8
            else { return "a sample entry that is not one whole box: give all of its bytes" }
            if let described, described == index || !(0..<count ~= described) {
                return "no track \(described) to describe: give the index of another track"
            }
            return nil
        }
    }

    private func configurationProblem(_ bytes: [UInt8]) -> String? {
        1...1_000_000 ~= bytes.count
            ? nil : "\(bytes.count) bytes of decoder configuration: give those of the encoder"
    }
}
