// SPDX-License-Identifier: Apache-2.0
/// The tracks that a recording may have.
enum RecordedTrack: Sendable, Hashable, CaseIterable {
    case video, audio, faces, markers, stillImageTime, client
}
