// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieBoxes
import MovieWriting

/// A metadata track with faces, in the very bytes that telephones write.
enum FaceTrack {
    static func media(describes: Int?, _ faces: [(milliseconds: Int64, bytes: [UInt8])])
        -> TestMedia
    {
        TestMedia(
            track: MovieWriter.TrackDescription(
                content: .metadata(sampleEntry: sampleEntry, name: "Faces", describes: describes),
                timescale: 30_000),
            samples: faces.map {
                EncodedSample(
                    bytes: $0.bytes,
                    presentationTime: MediaTime(value: $0.milliseconds, timescale: 1000))
            })
    }

    /// A sample that says nothing.
    static let null: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]

    /// A sample with one face.
    static func face(id: UInt32) -> [UInt8] {
        var writer = BoxWriter()
        writer.sized { writer in
            writer.append(UInt32(1))
            writer.box("crec") { writer in
                writer.box("cits") { writer in
                    writer.append(UInt32(12))
                    writer.append(UInt32(2))
                    writer.append(id)
                    writer.append(UInt32(40))
                    writer.append(UInt32(3))
                    for value: Float in [0.25, 0.25, 0.5, 0.25, 0.5, 0.75, 0.25, 0.75] {
                        writer.append(value)
                    }
                }
            }
        }
        return writer.bytes
    }

    static let sampleEntry: [UInt8] = {
        var writer = BoxWriter()
        let face = "com.apple.quicktime.detected-face"
        writer.box("mebx") { writer in
            writer.appendZeros(7)
            writer.append(UInt8(1))
            writer.box("keys") { writer in
                writer.box(FourCharacterCode(1)) { writer in
                    writer.box("keyd") {
                        $0.append("mdta" as FourCharacterCode); $0.append(face)
                    }
                    writer.box("dtyp") {
                        $0.append(UInt32(1)); $0.append(face)
                    }
                    writer.box("ctps") { writer in
                        writer.sized { writer in
                            writer.append("dtyp" as FourCharacterCode)
                            writer.append(UInt32(0))
                            writer.append(UInt32(69))
                        }
                    }
                }
                field(2, face + ".face-id", 77, isInImage: false, &writer)
                field(3, face + ".bounds", 80, isInImage: true, &writer)
                field(4, face + ".roll-angle", 23, isInImage: true, &writer)
                field(5, face + ".yaw-angle", 23, isInImage: true, &writer)
            }
            writer.box("lidp") { $0.append(UInt32(1)) }
            writer.box("lidl") { writer in
                for word: UInt32 in [24, 0x0100_0000, 2, 3, 4, 5] { writer.append(word) }
            }
        }
        return writer.bytes
    }()

    private static func field(
        _ id: UInt32, _ name: String, _ type: UInt32, isInImage: Bool, _ writer: inout BoxWriter
    ) {
        writer.box(FourCharacterCode(id)) { writer in
            writer.box("keyd") {
                $0.append("fiel" as FourCharacterCode); $0.append(name)
            }
            writer.box("dtyp") {
                $0.append(UInt32(0)); $0.append(type)
            }
            if isInImage {
                writer.box("sdpd") { $0.box("sdpi") { $0.append(UInt32(0)) } }
            }
        }
    }
}
