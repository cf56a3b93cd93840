// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct MeshPlaceTests {
    private let place = MeshPlace(
        crop: .init(center: Point(x: 50, y: 60), side: 80, turn: 10), center: Point(x: 52, y: 62),
        radius: 20, turn: 5)
    private let box = Rect(x: 32, y: 32, width: 40, height: 50)

    @Test func aBoxStaysWhereItIsAboutAMeshThatRests() {
        #expect(place.carrying(box, from: place) == box)
    }

    @Test func aBoxMovesWithItsMesh() {
        #expect(
            place.moved(x: 7, y: -3).carrying(box, from: place)
                == Rect(x: 39, y: 29, width: 40, height: 50))
    }

    @Test func aBoxGrowsAboutTheMiddleOfItsMesh() {
        var larger = place
        larger.radius = 40
        #expect(larger.carrying(box, from: place) == Rect(x: 12, y: 2, width: 80, height: 100))
    }

    @Test func aMeshThatIsExpectedElsewhereIsLookedForThere() {
        let moved = place.moved(x: 7, y: -3)
        #expect(moved.crop.center == Point(x: 57, y: 57) && moved.crop.side == 80)
        #expect(moved.center == Point(x: 59, y: 59) && moved.radius == 20)
    }

    @Test func aCropLiesAboutItsMeshAsBefore() {
        let rests = place.carryingCrop(from: place)
        #expect(rests == place)
        var other = place.moved(x: 7, y: -3)
        (other.radius, other.turn) = (40, 25)
        let crop = other.carryingCrop(from: place).crop
        #expect(crop.center == Point(x: 55, y: 55) && crop.side == 160 && crop.turn == 30)
    }
}
