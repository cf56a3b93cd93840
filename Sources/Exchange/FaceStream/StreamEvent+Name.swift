// SPDX-License-Identifier: Apache-2.0
extension StreamEvent {
    /// The name in JSON.
    var name: String {
        switch self {
        case .faceFound: "face_found"
        case .faceLost: "face_lost"
        case .cut: "cut"
        case .rename: "rename"
        case .blink: "blink"
        case .codes: "codes"
        case .interrupted: "interrupted"
        case .resumed: "resumed"
        case .dropped: "dropped"
        case .lost: "lost"
        case .gap: "gap"
        case .lostAudio: "lost_sound"
        case .systemPressure: "system_pressure"
        case .subjectAreaChanged: "subject_area_changed"
        case .frameRateChanged: "frame_rate_changed"
        case .fileStarted: "file_started"
        case .fileFinished: "file_finished"
        case .fileDeleted: "file_deleted"
        case .progress: "progress"
        case .metadata: "metadata"
        case .marker: "marker"
        case .warning: "warning"
        case .error: "error"
        }
    }
}
