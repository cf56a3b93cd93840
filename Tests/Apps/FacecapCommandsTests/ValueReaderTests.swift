// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

@Suite struct ValueReaderTests {
    private enum Fruit: String, CaseIterable, Sendable { case apple, pear = "green-pear" }

    /// What nobody would write on purpose.
    private static let nonsense = [
        "", " ", "-", "--", "x", "nan", "inf", "1e999", "99999999999999999999999", "１０",
        "10s\n", "\u{0}", "1,2", "../../etc", String(repeating: "9", count: 10_000),
        String(repeating: "1s", count: 10_000), "%n%s", "\u{1F600}",
    ]

    @Test func aNumberAloneCountsSeconds() {
        let reader = ValueReader<Duration>.duration
        #expect(reader.read("5") == .seconds(5) && reader.read("1.5") == .milliseconds(1500))
        #expect(reader.read("1m30") == .seconds(90) && reader.read("500ms") == .milliseconds(500))
        for text in ["", "0", "-5", "s", "5 s", "5 5", "nan", "inf", "1e3"] {
            #expect(reader.read(text) == nil, "\(text)")
        }
        #expect(ValueReader.split.read("5") == .duration(MediaTime(value: 5, timescale: 1)))
        #expect(ValueReader<Duration>.durationOrZero.read("0") == .zero)
    }

    @Test(arguments: [
        ("10s", Duration.seconds(10)), ("500ms", .milliseconds(500)), ("1m30s", .seconds(90)),
        ("2h", .seconds(7200)), ("1h1m1s1ms", .milliseconds(3_661_001)),
        ("0.25s", .milliseconds(250)),
        ("1.5h", .seconds(5400)), ("10min", .seconds(600)), ("5sec", .seconds(5)),
        ("2hours", .seconds(7200)), ("1hr30minutes1second", .seconds(5401)),
        ("1minute250msec", .milliseconds(60_250)),
    ])
    func readsDurations(_ text: String, _ duration: Duration) {
        #expect(ValueReader.duration.read(text) == duration)
    }

    @Test(
        arguments: nonsense + [
            "s", "0s", "-1s", "1s1m", "1s1s", "1sec1s", "1 s", "1S", "1.2.3s", "9000h", "1e3s",
            "10mins",
        ])
    func refusesWhatIsNoDuration(_ text: String) {
        #expect(ValueReader.duration.read(text) == nil)
    }

    @Test func writesDurationsAsTheyAreRead() {
        #expect(ValueReader.duration.write(.seconds(90)) == "90s")
        #expect(ValueReader.duration.write(.milliseconds(1500)) == "1500ms")
    }

    @Test(arguments: [
        ("500MB", 500_000_000), ("2GB", 2_000_000_000), ("1.5kB", 1500), ("64MiB", 67_108_864),
        ("7B", 7),
    ])
    func readsSizesInBytes(_ text: String, _ count: Int64) {
        #expect(ValueReader<Int64>.byteCount.read(text) == count)
    }

    @Test(arguments: nonsense + ["500", "500 MB", "-1MB", "0MB", "9e9GB", "MB", "1PB"])
    func refusesWhatIsNoSizeInBytes(_ text: String) {
        #expect(ValueReader<Int64>.byteCount.read(text) == nil)
    }

    @Test func readsWhenFilesAreSplit() {
        let second = MediaTime(value: 1, timescale: 1)
        #expect(ValueReader.split.read("1s") == .duration(second))
        #expect(ValueReader.split.read("5MB") == .byteCount(5_000_000))
    }

    @Test func readsFormatsWithCommasBetween() {
        #expect(ValueReader<[FaceExportFormat]>.list("FORMAT,...").read("csv,vtt") == [.csv, .vtt])
        #expect(ValueReader<[FaceExportFormat]>.list("FORMAT,...").read("csv,") == nil)
        #expect(ValueReader<[FaceExportFormat]>.list("FORMAT,...").read("doc") == nil)
    }

    @Test func readsTextsUnderKeys() {
        let item = ValueReader.metadataItem.read("org.example.subject=P = 7")
        #expect(item == MovieMetadataItem(key: "org.example.subject", value: "P = 7"))
        for text in Self.nonsense + ["subject=1", "org.example", "org exa.mple=1"] {
            #expect(ValueReader.metadataItem.read(text) == nil, "\(text)")
        }
    }

    @Test func readsSizesInPixels() {
        #expect(ValueReader.pixels.read("1920x1080") == Size(width: 1920, height: 1080))
        #expect(ValueReader.pixels.read("1x32768") == Size(width: 1, height: 32768))
    }

    @Test(
        arguments: nonsense + [
            "1920", "1920x", "x1080", "0x1", "1x0", "32769x1", "-1x1", "1x1x1", "1.5x2",
            "1920X1080",
        ])
    func refusesWhatIsNoSize(_ text: String) {
        #expect(ValueReader.pixels.read(text) == nil)
    }

    @Test func readsRegionsThatLieInTheImage() {
        #expect(
            ValueReader.region.read("0.25,0,0.5,1") == Rect(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(ValueReader.region.read("0.7,0.7,0.3,0.3") != nil)
        #expect(ValueReader.region.read("0,0,1,1") == .unit)
    }

    @Test(
        arguments: nonsense + [
            "0,0,1", "0,0,1,1,1", "0,0,0,1", "0.5,0,0.6,1", "-0.1,0,1,1", "0,0,nan,1", "0,0,2,2",
            "0;0;1;1", "0, 0, 1, 1", ",,,",
        ])
    func refusesWhatIsNoRegion(_ text: String) {
        #expect(ValueReader.region.read(text) == nil)
    }

    @Test func readsWholeNumbersInTheirRangeAndStep() {
        let reader = ValueReader.integer(in: 32...2048, multipleOf: 32)
        #expect(reader.read("32") == 32)
        #expect(reader.read("2048") == 2048)
        for text in Self.nonsense + ["33", "0", "2080", "-32", "32.0"] {
            #expect(reader.read(text) == nil, "\(text)")
        }
        #expect(reader.allowed == "a multiple of 32 from 32 to 2048")
    }

    @Test func readsNumbersInTheirRange() {
        let reader = ValueReader.number(in: 0...1)
        #expect(reader.read("0.75") == 0.75)
        for text in Self.nonsense + ["1.01", "-0.1", "0,5"] {
            #expect(reader.read(text) == nil, "\(text)")
        }
    }

    @Test func readsAndWritesChoicesByTheirRawValue() {
        let reader = ValueReader<Fruit>.choice
        #expect(reader.read("green-pear") == .pear)
        #expect(reader.write(.pear) == "green-pear")
        #expect(reader.allowed == "apple, green-pear")
        for text in Self.nonsense + ["pear", "Apple", "apple "] {
            #expect(reader.read(text) == nil, "\(text)")
        }
    }

    @Test func aDefaultIsShownAsItWouldBeGiven() {
        for parameter in FacecapProgram.root.walk().flatMap(\.command.parameters) {
            guard let text = parameter.defaultText else { continue }
            #expect(parameter.isValid(text), "\(parameter.label) \(text)")
        }
    }
}
