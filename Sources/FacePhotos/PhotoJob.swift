internal import FaceValues

/// What the thread `fc.photo` has to do for a call.
struct PhotoJob {
    enum Work {
        /// Make the nth photo.
        case photo(FramePairing.Pair, number: Int)
        /// Say that no more photos come, and why they are too few.
        case end(FacecapError?)
    }

    let callID: Int
    let settings: PhotoSettings
    let delegate: any PhotoOutputDelegate
    let work: Work
}
