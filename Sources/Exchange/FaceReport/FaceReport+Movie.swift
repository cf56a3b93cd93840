// SPDX-License-Identifier: Apache-2.0
public import MovieReading
internal import SystemSupport

extension FaceReport {
    /// Where the page finds the images of the movie.
    public enum Movie: Sendable {
        /// In the page itself.
        case embedded(MovieReader)
        /// At an address, best one relative to the page; a browser that finds nothing there asks for the file.
        case referenced(address: String)

        /// A path as an address relative to a page's folder; both are absolute and without `.`, `..` and
        /// links.
        ///
        /// - Parameters:
        ///   - path: of the movie.
        ///   - folder: in which the page lies.
        public static func referenced(path: String, fromFolder folder: String) -> Movie {
            .referenced(address: address(of: path, fromFolder: folder))
        }

        /// The address of ``referenced(path:fromFolder:)``.
        package static func address(of path: String, fromFolder folder: String) -> String {
            let target = path.pathComponents
            let base = folder.pathComponents
            // Names that only look the same are those of different folders.
            let shared = zip(target.dropLast(), base).prefix { $0.pathBytes == $1.pathBytes }.count
            let steps =
                base.dropFirst(shared).map { _ in ".." }
                + target.dropFirst(shared).map { percentEncoded($0) }
            // A name with a colon must not begin an address.
            return "./" + steps.joined(separator: "/")
        }

        /// RFC 3986, 2.3: letters, digits, `-`, `.`, `_` and `~` stand for themselves.
        private static func percentEncoded(_ name: String) -> String {
            let digits = Array("0123456789ABCDEF".utf8)
            let bytes = name.pathBytes.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    [byte]
                default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
