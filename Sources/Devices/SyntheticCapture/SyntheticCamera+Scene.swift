// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
public import FaceValues

extension SyntheticCamera {
    /// What the synthetic camera shows, frame by frame: a pure function of the configuration and the index
    /// of the frame, with the exact truth.
    public struct Scene: Sendable {
        /// What the scene was made from.
        public let configuration: SyntheticCamera.Configuration
        private let choreography: Choreography
        private let models: [HeadModel?]
        let frameRate: FrameRate

        /// The scene of a configuration; throws `.invalidArgument` when that is not valid.
        public init(_ configuration: SyntheticCamera.Configuration) throws(FacecapError) {
            try configuration.validate()
            self.configuration = configuration
            frameRate = configuration.frameRate
            choreography = Choreography(configuration)
            var models = [HeadModel?](repeating: nil, count: HeadIdentity.all.count)
            for identity in choreography.identities {
                models[identity] = HeadModel(
                    configuration.people == .random
                        ? HeadIdentity.random(seed: configuration.seed, number: identity)
                        : HeadIdentity.all[identity])
            }
            self.models = models
        }

        /// The identity numbers of all heads that appear, ascending.
        public var faceIdentities: [Int] { choreography.identities.sorted() }

        /// The heads of a frame (0 or greater) from the farthest to the nearest, those outside the
        /// image too.
        public func heads(inFrame index: Int) -> [Head] {
            choreography.heads(atSeconds: frameRate.time(ofFrame: index).seconds)
        }

        /// Whether all frames show the same.
        var isStill: Bool {
            configuration.noise == 0 && (configuration.motion == .still || configuration.faces == 0)
        }

        /// The index of the frame shown at a time stamp of the camera; of any other time the nearest,
        /// 0 or greater.
        public func frameIndex(at presentationTime: MediaTime) -> Int {
            let index = (presentationTime.seconds * frameRate.framesPerSecond).rounded()
            return Int(min(max(index, 0), 0x1p53))
        }

        /// The faces of a frame (0 or greater) that are at least in part in the image, by ascending
        /// identity.
        package func truth(ofFrame index: Int) -> [SyntheticFaceTruth] {
            let heads = heads(inFrame: index)
            let people = heads.compactMap { head in
                model(head.faceIdentity).map { Person(head: head, model: $0) }
            }
            let image = Rect(
                x: 0, y: 0, width: Double(configuration.width), height: Double(configuration.height)
            )
            var result: [SyntheticFaceTruth] = []
            for (order, person) in people.enumerated() {
                let bounds = person.faceBounds
                let inFrame = bounds.intersection(image).area / bounds.area
                guard inFrame > 0 else { continue }
                result.append(
                    SyntheticFaceTruth(
                        faceIdentity: person.head.faceIdentity, bounds: bounds,
                        yawAngle: person.head.yawAngle, pitchAngle: person.head.pitchAngle,
                        rollAngle: person.head.rollAngle, landmarks: person.landmarks,
                        inFrame: inFrame,
                        occluded: person.hiddenShare(bounds, behind: people[(order + 1)...])))
            }
            return result.sorted { $0.faceIdentity < $1.faceIdentity }
        }

        func model(_ faceIdentity: Int) -> HeadModel? { models[faceIdentity] }

        /// A head with its shape.
        private struct Person {
            let head: Head
            let model: HeadModel
            let pose: HeadPose

            init(head: Head, model: HeadModel) {
                self.head = head
                self.model = model
                pose = HeadPose(head)
            }

            /// The box around the outline of the face.
            var faceBounds: Rect {
                var (left, top): (Float, Float) = (.infinity, .infinity)
                var (right, bottom): (Float, Float) = (-.infinity, -.infinity)
                for vertex in model.face.vertices {
                    let point = pose.project(vertex.position, pose.head)
                    (left, right) = (min(left, point.x), max(right, point.x))
                    (top, bottom) = (min(top, point.y), max(bottom, point.y))
                }
                return Rect(
                    corner: Point(x: Double(left), y: Double(top)),
                    corner: Point(x: Double(right), y: Double(bottom)))
            }

            var landmarks: FaceLandmarks {
                let points = model.landmarks.map { landmark in
                    let point = pose.project(landmark, pose.head)
                    return Point(x: Double(point.x), y: Double(point.y))
                }
                return FaceLandmarks(
                    leftEye: points[0], rightEye: points[1], nose: points[2], leftMouth: points[3],
                    rightMouth: points[4])
            }

            func hiddenShare(_ bounds: Rect, behind others: ArraySlice<Person>) -> Double {
                // A person fills a column 1.4 heights wide at the shoulders, from the crown downwards.
                let near = others.filter { other in
                    abs(other.head.centre.x - bounds.center.x)
                        < other.head.height * 1.1 + bounds.width / 2
                        && other.head.centre.y - other.head.height * 0.8 < bounds.maxY
                }
                guard !near.isEmpty else { return 0 }
                var grid = OcclusionGrid(
                    face: model, pose: pose, x: Float(bounds.x), y: Float(bounds.y),
                    width: Float(bounds.width), height: Float(bounds.height))
                for other in near { grid.hide(behind: other.model, other.pose) }
                return grid.hiddenShare
            }
        }
    }
}
