// SPDX-License-Identifier: Apache-2.0
import Facecap

extension DetectorSelection {
    /// Makes the detector, and says which one `auto` took where that is not the best one.
    func makeDetector(_ messages: Messages) throws(FacecapError) -> any FaceDetector {
        let detector = try makeDetector()
        if let note = note(onChoiceOf: detector.description.name) { messages.remark(note) }
        return detector
    }

    /// One line on which detector `auto` took and why, when it is not the best one.
    func note(onChoiceOf detector: String) -> String? {
        guard name == .automatic, modelName == nil else { return nil }
        switch Name(rawValue: detector) {
        case .centerface:
            return "no YuNet model found; detecting with CenterFace, which takes longer. "
                + "Get the model with: facecap models fetch"
        case .haar:
            return "no YuNet or CenterFace model found; detecting with Haar, which sees less and "
                + "tells no yaw or pitch. Get a model with: facecap models fetch"
        case .automatic, .yunet, nil:
            return nil
        }
    }
}
