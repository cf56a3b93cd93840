// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

@testable import FaceOverlay

@Suite struct LabelLayoutTests {
    private let bounds = Rect(x: 0, y: 0, width: 400, height: 300)
    private let sizes = [Size(width: 150, height: 16), Size(width: 30, height: 16)]

    private func item(_ id: Int, _ x: Double, _ y: Double, _ side: Double = 60) -> LabelLayout.Item
    {
        LabelLayout.Item(
            id: id, box: Rect(x: x, y: y, width: side, height: side), sizes: sizes)
    }

    private func place(
        _ items: [LabelLayout.Item], around obstacles: [Rect] = []
    ) -> [LabelLayout.Placement] {
        var layout = LabelLayout()
        return layout.place(items, in: bounds, around: obstacles, gap: 2)
    }

    @Test func aLabelStandsAboveItsBox() {
        let placed = place([item(1, 100, 100)])
        #expect(placed.map(\.rect) == [Rect(x: 100, y: 82, width: 150, height: 16)])
    }

    @Test func atTheTopItStandsBelowAndAtTheRightItIsMovedInside() {
        #expect(place([item(1, 100, 5)])[0].rect.y == 67)
        #expect(place([item(1, 390, 100)])[0].rect.x == 250)
        // Where the box has the whole image, inside.
        let whole = place([item(1, -50, -50, 600)])[0]
        #expect(whole.choice == 0 && bounds.intersection(whole.rect) == whole.rect)
    }

    @Test func neighboursGetOutOfEachOthersWay() {
        let placed = place([item(1, 100, 100), item(2, 170, 100), item(3, 240, 105)])
        #expect(placed.count == 3)
        for one in placed {
            for other in placed where one.id != other.id {
                #expect(one.rect.intersection(other.rect).isEmpty)
            }
        }
    }

    @Test func theShortTextServesWhereTheWholeOneWouldCoverFaces() {
        // Rows too near for any label between them, columns with room for a short one.
        let crowd = (0..<30).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: 5)
            return item(index + 1, Double(column) * 80, Double(row) * 50, 40)
        }
        let placed = place(crowd)
        #expect(placed.count == 30)
        for label in placed {
            #expect(label.choice == 1)
            #expect(crowd.allSatisfy { label.rect.intersection($0.box).isEmpty })
        }
    }

    @Test func obstaclesAreLeftFree() {
        let note = Rect(x: 80, y: 70, width: 200, height: 30)
        #expect(place([item(1, 100, 100)], around: [note])[0].rect.intersection(note).isEmpty)
    }

    @Test func whatHasNoRoomHasNoLabel() {
        #expect(place([item(1, 500, 100), item(2, 100, -70)]).isEmpty)
        #expect(place([item(1, .nan, 100), item(2, 100, 100, .infinity)]).isEmpty)
        #expect(place([item(1, 100, 100)], around: [bounds]).isEmpty)
        var layout = LabelLayout()
        let narrow = Rect(x: 0, y: 0, width: 20, height: 20)
        #expect(layout.place([item(1, 5, 5)], in: narrow).isEmpty)
        let wordless = LabelLayout.Item(
            id: 1, box: Rect(x: 5, y: 5, width: 5, height: 5), sizes: [])
        #expect(layout.place([wordless], in: bounds).isEmpty)
    }

    @Test func crowdsHaveABound() {
        let items = (0..<5000).map { item($0, Double($0 % 80) * 5, Double($0 / 80) * 5, 4) }
        let placed = place(items)
        #expect(placed.count <= LabelLayout.limit && !placed.isEmpty)
    }

    @Test func aLabelStaysAtItsSideWhileTheBoxTrembles() {
        var layout = LabelLayout()
        let sides = (0..<20).map { frame in
            // About the height at which there is just room above.
            let y = 18 + (frame % 2 == 0 ? -1.5 : 1.5)
            let rect = layout.place([item(1, 100, y)], in: bounds, gap: 2)[0].rect
            return rect.y < y
        }
        #expect(Set(sides).count == 1)
        // With room to spare it returns.
        #expect(layout.place([item(1, 100, 60)], in: bounds, gap: 2)[0].rect.y < 60)
    }

    @Test func equalFramesGiveEqualPlacesInWhateverOrder() {
        let items = [item(3, 100, 100), item(1, 120, 110), item(2, 90, 120)]
        #expect(place(items) == place(items.reversed()))
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func labelsAreWholeAndApart(seed: UInt64) {
        let example = LabelCase(seed: seed)
        for (items, placed) in zip(example.frames, example.placements) {
            for label in placed {
                #expect(example.bounds.intersection(label.rect) == label.rect)
                #expect(example.obstacles.allSatisfy { $0.intersection(label.rect).isEmpty })
                let item = items.first { $0.id == label.id }
                #expect(item?.sizes[label.choice] == label.rect.size)
                for other in placed where other.id != label.id {
                    #expect(label.rect.intersection(other.rect).isEmpty)
                }
            }
        }
    }

    private static let node = ["/usr/bin/node", "/usr/bin/nodejs"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs the pages' own rule, which draws over videos in browsers.
    @Test(.enabled(if: node != nil, "needs nodejs"))
    func thePagesPlaceLabelsAlike() async throws {
        let cases = (0..<100 as Range<UInt64>).map { LabelCase(seed: $0) }
        let folder = try TemporaryFolder()
        let input = try folder.write(
            Array("[\(cases.map(\.json).joined(separator: ",\n"))]".utf8), to: "cases.json")
        let rule = try String(
            contentsOfFile: Repository.path("Sources/Exchange/FaceReport/Page/labels.js"),
            encoding: .utf8)
        let script = try folder.write(
            Array(
                (rule + """
                    for (const { frames, bounds, obstacles, gap, step } of JSON.parse(
                        require("fs").readFileSync(process.argv[2], "utf8"))) {
                        const layout = new LabelLayout();
                        for (const items of frames) {
                            const placed = layout.place(items, bounds, obstacles, gap, step);
                            console.log(placed.map(({ id, choice, rect }) =>
                                [id, choice, rect.x, rect.y, rect.width, rect.height].join()).join(";"));
                        }
                    }
                    """).utf8), to: "labels.js")
        let run = try await CommandRunner.run([script, input], of: #require(Self.node))
        #expect(run.exitCode == 0, "\(run.messages)")
        let found = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let expected = cases.flatMap(\.placements)
        #expect(found.count == expected.count)
        for (line, placements) in zip(found, expected) {
            let numbers = line.split(separator: ";").map {
                $0.split(separator: ",").compactMap { Double($0) }
            }
            #expect(
                numbers
                    == placements.map {
                        let rect = $0.rect
                        return [
                            Double($0.id), Double($0.choice), rect.x, rect.y, rect.width,
                            rect.height,
                        ]
                    })
        }
    }
}
