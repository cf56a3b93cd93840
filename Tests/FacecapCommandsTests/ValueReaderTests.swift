import Facecap
import Testing

@testable import FacecapCommands

@Suite struct ValueReaderTests {
    @Test(arguments: [
        ("10s", Duration.seconds(10)), ("500ms", .milliseconds(500)), ("1m30s", .seconds(90)),
        ("2h", .seconds(7200)), ("1h2m3s4ms", .milliseconds(3_723_004)),
        ("0.5s", .milliseconds(500)), ("1.5h", .seconds(5400)),
    ])
    func readsDurations(text: String, duration: Duration) {
        #expect(ValueReader<Duration>.duration.read(text) == duration)
    }

    @Test(arguments: [
        "", "10", "s", "0s", "-1s", "1s1m", "1s1s", "1 s", "1d", "1e3s", "infs", "nans", "1..5s",
        "9999h", "٣s", "99999999999999999999999999h",
    ])
    func refusesWhatIsNoDuration(text: String) {
        #expect(ValueReader<Duration>.duration.read(text) == nil)
    }

    @Test func readsSizes() {
        let reader = ValueReader<Size>.pixels
        #expect(reader.read("1920x1080") == Size(width: 1920, height: 1080))
        for text in ["", "1920", "x", "0x1", "-1x1", "1x2x3", "1.5x2", "1X2", "32769x1"] {
            #expect(reader.read(text) == nil, "\(text)")
        }
    }

    @Test func readsRegionsThatLieInThePicture() {
        let reader = ValueReader<Rect>.region
        #expect(reader.read("0,0,1,1") == .unit)
        #expect(reader.read("0.7,0.1,0.3,0.9") != nil)
        for text in ["", "0,0,1", "0,0,0,1", "0.5,0,0.6,1", "-0.1,0,1,1", "nan,0,1,1", "0,0,1,1,"] {
            #expect(reader.read(text) == nil, "\(text)")
        }
    }

    @Test func readsNumbersWithinTheirRange() {
        let multiple = ValueReader<Int>.integer(in: 32...64, multipleOf: 32)
        #expect(multiple.read("64") == 64)
        for text in ["33", "0", "96", "64.0", "0x40", "99999999999999999999"] {
            #expect(multiple.read(text) == nil, "\(text)")
        }
        let share = ValueReader<Double>.number(in: 0...1)
        #expect(share.read("0.25") == 0.25)
        for text in ["1.01", "nan", "inf", "-0.1", "x", ""] {
            #expect(share.read(text) == nil, "\(text)")
        }
    }
}
