// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import ProcessIsolation
import TestSupport
import Testing

@testable import CodeReading

/// Codes that are drawn as a camera sees them are read, where they are.
@Suite struct DrawnCodesTests {
    typealias Symbology = MetadataMachineReadableCodeObject.Symbology

    private static let formats: [(symbology: Symbology, format: String)] = [
        (.qr, "QRCode"), (.dataMatrix, "DataMatrix"), (.aztec, "Aztec"), (.pdf417, "PDF417"),
        (.ean13, "EAN-13"), (.code128, "Code128"),
    ]
    private static let articles = [
        "4006381333931", "9780201379624", "5901234123457", "0012345678905", "4012345678901",
    ]

    private let reader = IsolatedCodeReader(
        Set(Symbology.allCases), pixelLimit: 4_000_000,
        host: IsolationHost(program: CommandRunner.facecap))

    private func codes(
        in image: DrawnCode.Image
    ) throws -> [MetadataMachineReadableCodeObject] {
        try reader.codes(in: image.pixelBuffer())
    }

    @Test func ofSixtyThatAreTurnedTiltedAndBlurred57AreReadWithTheirCorners() throws {
        // Others may have one more or less; see docs/performance.md for how many of many are read.
        var numbers = SeededNumbers(seed: 2_606_640_339_575_837_165)
        var (readCount, closeCount) = (0, 0)
        for (symbology, format) in Self.formats {
            for number in 0..<10 {
                let text =
                    symbology == .ean13
                    ? Self.articles[number % Self.articles.count]
                    : "facecap/\(number)/\(Int.random(in: 1000..<10_000, using: &numbers))"
                var image = DrawnCode.Image(width: 1280, height: 720)
                var place = DrawnCode.Place(
                    x: .random(in: 400...880, using: &numbers),
                    y: .random(in: 320...400, using: &numbers))
                place.turn = .random(in: 0..<360, using: &numbers)
                (place.tilt, place.tiltAxis) = (30, .random(in: 0..<360, using: &numbers))
                let corners = try #require(DrawnCode(format, text).draw(at: place, in: &image))
                image.blur(radius: 1)
                let found = try codes(in: image).first {
                    $0.symbology == symbology && $0.stringValue == text
                }
                guard let found else { continue }
                readCount += 1
                let distances = zip(found.corners, corners).map { read, drawn in
                    let (x, y) = (read.x * 1280 - drawn.x, read.y * 720 - drawn.y)
                    return (x * x + y * y).squareRoot()
                }
                if distances.allSatisfy({ $0 <= 3 }) { closeCount += 1 }
            }
        }
        #expect(readCount >= 57)
        #expect(closeCount >= 57)
    }

    private static let zbarimg = "/usr/bin/zbarimg"

    @Test(.enabled(if: access(zbarimg, X_OK) == 0, "needs zbarimg"))
    func anotherReaderReadsTheSame() async throws {
        var image = DrawnCode.Image(width: 1280, height: 720, luma: 200)
        let drawn = [
            ("QRCode", "as others read it"), ("EAN-13", Self.articles[1]), ("Code128", "ABC-0042"),
        ]
        for (index, (format, text)) in drawn.enumerated() {
            DrawnCode(format, text).draw(
                at: DrawnCode.Place(x: 220 + 420 * Double(index), y: 360), in: &image)
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(
            Array("P5\n1280 720\n255\n".utf8) + image.luma, to: "codes.pgm")
        let other = try await CommandRunner.run(["--quiet", "--raw", path], of: Self.zbarimg)
        let theirs = other.output.split(separator: "\n").map(String.init).sorted()
        #expect(theirs == drawn.map(\.1).sorted(), "\(other.messages)")
        #expect(try codes(in: image).compactMap(\.stringValue).sorted() == theirs)
    }

    @Test func severalOfOneImageAreReadEachOnce() throws {
        var image = DrawnCode.Image(width: 1280, height: 720)
        for (index, text) in ["one", "two", "two", "three"].enumerated() {
            let place = DrawnCode.Place(x: 160 + 300 * Double(index), y: 360)
            DrawnCode("QRCode", text).draw(at: place, in: &image)
        }
        let article = DrawnCode("EAN-13", Self.articles[0])
        for x in [250.0, 700] {
            article.draw(at: DrawnCode.Place(x: x, y: 120), in: &image)
        }
        let found = try codes(in: image)
        #expect(
            found.compactMap(\.stringValue).sorted()
                == [Self.articles[0], Self.articles[0], "one", "three", "two", "two"])
    }

    @Test func onlyWhatIsAskedForIsRead() throws {
        var image = DrawnCode.Image(width: 640, height: 360)
        DrawnCode("QRCode", "here").draw(
            at: DrawnCode.Place(x: 320, y: 180), in: &image)
        let articles = IsolatedCodeReader(
            [.ean13, .ean8], pixelLimit: 4_000_000,
            host: IsolationHost(program: CommandRunner.facecap))
        #expect(try articles.codes(in: image.pixelBuffer()).isEmpty)
        #expect(try codes(in: image).count == 1)
        // Beside the region of interest there is nothing.
        let left = Rect(x: 0, y: 0, width: 0.4, height: 1)
        #expect(try reader.codes(in: image.pixelBuffer(), region: left).isEmpty)
        let middle = Rect(x: 0.3, y: 0.2, width: 0.4, height: 0.7)
        let whole = try reader.codes(in: image.pixelBuffer())
        let part = try reader.codes(in: image.pixelBuffer(), region: middle)
        for (one, other) in zip(whole[0].corners, part[0].corners) {
            #expect(abs(one.x - other.x) < 0.003 && abs(one.y - other.y) < 0.005)
        }
    }

    @Test func anImageThatIsTooLargeIsRefusedAndAPartOfItIsNot() throws {
        let pool = PixelBufferPool(format: .gray8, width: 70_000, height: 100)
        let image = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 120, count: 100 * planes[0].bytesPerRow)
        }
        let error = #expect(throws: FacecapError.self) { try reader.codes(in: image) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("70000x100") == true)
        let part = Rect(x: 0, y: 0, width: 0.01, height: 1)
        #expect(try reader.codes(in: image, region: part).isEmpty)
    }

    @Test func ofAMirroredImageTheCornersAreThoseOfTheStoredOne() throws {
        let text = Self.articles[0]
        var image = DrawnCode.Image(width: 640, height: 360)
        var place = DrawnCode.Place(x: 260, y: 150)
        place.turn = 20
        let corners = try #require(DrawnCode("EAN-13", text).draw(at: place, in: &image))
        for row in 0..<image.height {
            image.luma[row * image.width..<(row + 1) * image.width].reverse()
        }
        let found = try codes(in: image)
        #expect(found.map(\.stringValue) == [text])
        // In a mirror bars are those of a symbol that stands on its head.
        for drawn in corners {
            #expect(
                found[0].corners.contains { read in
                    abs(read.x * 640 - (640 - drawn.x)) < 3 && abs(read.y * 360 - drawn.y) < 3
                })
        }
    }

    @Test(arguments: [PixelBuffer.Format.gray8, .nv12, .i420, .yuyv, .uyvy, .bgr24, .bgra])
    func theyAreReadInEachPixelFormat(format: PixelBuffer.Format) throws {
        var image = DrawnCode.Image(width: 320, height: 240)
        DrawnCode("QRCode", "any format").draw(
            at: DrawnCode.Place(x: 160, y: 120), in: &image)
        #expect(
            try reader.codes(in: image.pixelBuffer(format)).map(\.stringValue) == ["any format"])
    }

    @Test func noImageEndsTheReader() throws {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<40 {
            var image = DrawnCode.Image(width: 320, height: 240)
            for (_, format) in Self.formats {
                let text = format == "EAN-13" ? Self.articles[0] : "x"
                DrawnCode(format, text).draw(
                    at: DrawnCode.Place(
                        x: .random(in: 0..<320, using: &numbers),
                        y: .random(in: 0..<240, using: &numbers)), in: &image)
            }
            for _ in 0..<2000 {
                let index = Int.random(in: 0..<image.luma.count, using: &numbers)
                image.luma[index] = .random(in: 0...255, using: &numbers)
            }
            do throws(FacecapError) {
                _ = try reader.codes(in: image.pixelBuffer())
            } catch {
                // The process that reads may end; the next image is read.
                #expect(error.code == .decoderCrashed)
            }
        }
        var image = DrawnCode.Image(width: 320, height: 240)
        DrawnCode("QRCode", "still here").draw(
            at: DrawnCode.Place(x: 160, y: 120), in: &image)
        #expect(try codes(in: image).map(\.stringValue) == ["still here"])
    }
}

extension DrawnCode.Image {
    /// The image in a pixel format, without colors.
    fileprivate func pixelBuffer(_ format: PixelBuffer.Format = .gray8) -> PixelBuffer {
        PixelBufferPool(format: format, width: width, height: height).makePixelBuffer { planes in
            for index in planes.indices {
                let (bytes, rows) = format.layout(plane: index, width: width, height: height)
                for row in 0..<rows {
                    let line = (planes[index].bytes + row * planes[index].bytesPerRow)
                        .assumingMemoryBound(to: UInt8.self)
                    for place in 0..<bytes {
                        line[place] = index == 0 ? luma(format, row, place) : 128
                    }
                }
            }
        }
    }

    private func luma(_ format: PixelBuffer.Format, _ row: Int, _ place: Int) -> UInt8 {
        let column: Int? =
            switch format {
            case .yuyv: place.isMultiple(of: 2) ? place / 2 : nil
            case .uyvy: place.isMultiple(of: 2) ? nil : place / 2
            case .bgr24: place / 3
            case .bgra: place / 4
            default: place
            }
        guard let column, column < width else { return 128 }
        return luma[row * width + column]
    }
}
