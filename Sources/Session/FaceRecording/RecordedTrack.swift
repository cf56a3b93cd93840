// SPDX-License-Identifier: Apache-2.0
/// The tracks that a recording may have.
enum RecordedTrack: Sendable {
    case video, audio, faces, markers, stillImageTime, client
}
