// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import FaceValues

/// Where the heads of a scene are at any moment.
struct Choreography: Sendable {
    /// What one head keeps for the whole run.
    private struct Role: Sendable {
        let identity: Int
        /// Where the head rests, in pixels, and how high it is there.
        let home: Point
        let height: Double
        /// Where it goes to leave the image.
        let exit: Point
        /// Six numbers in 0..<1 that set it apart from the others.
        let whims: [Double]
    }

    private static let columnLimit = 4
    private let motion: SyntheticCamera.Motion
    private let roles: [Role]

    /// The identity numbers of all heads.
    var identities: [Int] { roles.map(\.identity) }

    init(_ configuration: SyntheticCamera.Configuration) {
        motion = configuration.motion
        var random = SplitMix64(seed: configuration.seed)
        let identities = Array(HeadIdentity.all.indices).shuffled(using: &random)
        let count = configuration.faces
        let (width, height) = (Double(configuration.width), Double(configuration.height))
        let rowCount = count > Self.columnLimit ? 2 : 1
        let backCount = rowCount == 2 ? count / 2 : 0
        let share = [0.46, 0.46, 0.42, 0.36, 0.29][min(count, Self.columnLimit)]
        roles = (0..<count).map { index in
            let isBehind = index < backCount
            let (slot, slots) =
                isBehind ? (index, backCount) : (index - backCount, count - backCount)
            let slotWidth = width / Double(slots)
            let size = min(height * (rowCount == 2 ? 0.23 : share), slotWidth * 0.95)
            let x = (Double(slot) + 0.5) * slotWidth
            let y = height * (rowCount == 1 ? 0.45 : isBehind ? 0.24 : 0.66)
            // Those at the sides leave through the sides, the others step down.
            let exit =
                if slot == 0 {
                    Point(x: -size, y: y)
                } else if slot == slots - 1 {
                    Point(x: width + size, y: y)
                } else {
                    Point(x: x, y: height + size)
                }
            return Role(
                identity: identities[index], home: Point(x: x, y: y),
                height: size * (isBehind ? 0.85 : 1), exit: exit,
                whims: (0..<6).map { _ in random.unit() })
        }
    }

    /// All heads from the farthest to the nearest.
    func heads(atSeconds seconds: Double) -> [SyntheticCamera.Head] {
        roles.indices.map { head($0, seconds) }.sorted {
            ($0.height, $0.faceIdentity) < ($1.height, $1.faceIdentity)
        }
    }

    private func head(_ index: Int, _ seconds: Double) -> SyntheticCamera.Head {
        let role = roles[index]
        let whims = role.whims
        func swing(_ period: Double, _ whim: Int) -> Double {
            sin(2 * .pi * (seconds / period + whims[whim]))
        }
        var (centre, height) = (role.home, role.height)
        var (yaw, pitch, roll) = (0.0, 0.0, 0.0)
        switch motion {
        case .still:
            yaw = (whims[0] - 0.5) * 24
            pitch = (whims[1] - 0.5) * 12
            roll = (whims[2] - 0.5) * 12
        case .roll: roll = 35 * swing(4, 0)
        case .yaw: yaw = 45 * swing(5, 0)
        case .turn:
            let way = (seconds / 10).truncatingRemainder(dividingBy: 2)
            yaw = 75 * (2 * (way < 1 ? way : 2 - way) - 1)
        case .wander:
            yaw = 75 * swing(7.3, 0)
            pitch = 25 * swing(4.7, 1)
            roll = 40 * swing(11.3, 2)
        case .nod: pitch = 20 * swing(3, 0)
        case .cross:
            let partner = index ^ 1
            let period = 8 + 2 * Double(index / 2)
            let other = partner < roles.count ? roles[partner].home : farSide(of: role)
            let way = (1 - cos(2 * .pi * seconds / period)) / 2
            centre.x += (other.x - centre.x) * way
            centre.y += (other.y - centre.y) * way
            if !index.isMultiple(of: 2) { height *= 0.82 }
            let direction = sin(2 * .pi * seconds / period) * (other.x < role.home.x ? 1 : -1)
            yaw = 18 * direction
            pitch = 4 * swing(3, 1)
            roll = 4 * swing(4, 2)
        case .enterLeave:
            let away = absence(seconds + 10 * Double(index) / Double(roles.count))
            centre.x += (role.exit.x - centre.x) * away
            centre.y += (role.exit.y - centre.y) * away
            yaw = 12 * swing(5, 0)
            pitch = 5 * swing(3.5, 1)
            roll = 5 * swing(4.5, 2)
        case .mixed:
            centre.x += role.height * 0.09 * swing(7, 3)
            centre.y += role.height * 0.05 * swing(5.3, 4)
            height *= 1 + 0.06 * swing(9, 5)
            yaw = 26 * swing(6.1, 0)
            pitch = 9 * swing(4.3, 1)
            roll = 13 * swing(5.1, 2)
        }
        // The head tilts about the neck, not about the nose.
        let rest = HeadPose.neckOffset(roll: 0)
        let tilted = HeadPose.neckOffset(roll: roll)
        centre.x += (rest.x - tilted.x) * height
        centre.y += (rest.y - tilted.y) * height
        return SyntheticCamera.Head(
            faceIdentity: role.identity, centre: centre, height: height, yawAngle: yaw,
            pitchAngle: pitch, rollAngle: roll)
    }

    /// The place of a head without a partner to change with.
    private func farSide(of role: Role) -> Point {
        roles.count == 1 ? Point(x: role.home.x * 1.5, y: role.home.y) : role.home
    }

    /// 0 while in the image, 1 while away: each ten seconds 4.6 in it, 1.2 on the way out, 3 away
    /// and 1.2 on the way back.
    private func absence(_ seconds: Double) -> Double {
        let time = seconds.truncatingRemainder(dividingBy: 10)
        let share = min(max(time < 7 ? (time - 4.6) / 1.2 : (10 - time) / 1.2, 0), 1)
        return share * share * (3 - 2 * share)
    }
}
