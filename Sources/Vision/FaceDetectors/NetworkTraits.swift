// SPDX-License-Identifier: Apache-2.0
internal import COpenCV

/// What a detector has to know of its network.
struct NetworkTraits {
    /// The network, for the shim.
    let kind: FacecapFaceNetworkKind
    /// What the detector is called in records.
    let name: String
    /// Faces scored lower are not reported unless options say otherwise.
    let scoreThreshold: Double
    /// The side of the crops of a second look, in longest sides of the face's box.
    let cropScale: Double
    /// What a turn seen in the points of the first pass has to be multiplied by.
    let pointsGain: Double
    /// What points and box say of the angles.
    let poseModel: PoseModel

    /// YuNet 2023.
    static let yunet = NetworkTraits(
        kind: FACECAP_NETWORK_YUNET, name: "yunet", scoreThreshold: 0.65, cropScale: 1.3,
        pointsGain: 1.5, poseModel: .yunet)
    /// CenterFace.
    static let centerface = NetworkTraits(
        kind: FACECAP_NETWORK_CENTERFACE, name: "centerface", scoreThreshold: 0.35,
        cropScale: 1.6, pointsGain: 0.9, poseModel: .centerface)
}
