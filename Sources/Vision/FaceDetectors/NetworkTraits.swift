// SPDX-License-Identifier: Apache-2.0
internal import COpenCV

/// What a detector has to know of its network.
struct NetworkTraits {
    /// The network, for the shim.
    let kind: FacecapFaceNetworkKind
    /// Faces scored lower are not reported unless options say otherwise.
    let scoreThreshold: Double
    /// From here on the first pass is believed.
    let sureScore: Double
    /// What a face of which the first pass is not sure has to be scored from nearby: what is found in images without
    /// faces mostly is nothing there.
    ///
    /// Of 280 such finds in 60 images, in six sizes and four turns, half were scored lower (YuNet), and nine of ten
    /// (CenterFace); of 3,000 faces in 34 photographs none.
    let leastScore: Double
    /// The same where the face mesh does not fit either: three quarters were scored lower, and a face in 500.
    let leastScoreWithoutMesh: Double
    /// The side of the crops of a second look, in longest sides of the face's box.
    let cropScale: Double
    /// What a turn seen in the points of the first pass has to be multiplied by.
    let pointsGain: Double
    /// What a face that its points say looks ahead, which is not to a side, has to be scored from nearby, in the mean of
    /// both crops: what is scored lower looks elsewhere.
    ///
    /// Of 48 random drawn people, YuNet scored 173 of 1,622 such faces lower: their yaw was 30 degrees wrong on average,
    /// that of the others 5.
    let leastFrontalScore: Double
    /// What points and box say of the angles.
    let poseModel: PoseModel
}

extension NetworkTraits {
    /// What has to be known of a kind of network.
    init(_ kind: NetworkDetector.Kind) {
        switch kind {
        case .yunet:
            self.init(
                kind: FACECAP_NETWORK_YUNET, scoreThreshold: 0.65, sureScore: 0.8, leastScore: 0.33,
                leastScoreWithoutMesh: 0.65, cropScale: 1.3, pointsGain: 1.5,
                leastFrontalScore: 0.85, poseModel: .yunet)
        case .centerface:
            self.init(
                kind: FACECAP_NETWORK_CENTERFACE, scoreThreshold: 0.35, sureScore: 0.6,
                leastScore: 0.4, leastScoreWithoutMesh: 0.4, cropScale: 1.6, pointsGain: 0.9,
                leastFrontalScore: 0.7, poseModel: .centerface)
        }
    }
}
