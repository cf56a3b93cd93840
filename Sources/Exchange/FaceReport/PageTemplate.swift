// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The files of the page, put together.
package enum PageTemplate {
    /// A piece of the page: bytes of the template, or the name of what takes their place.
    package enum Piece: Sendable, Hashable {
        case text([UInt8])
        case place(String)
    }

    /// What a page may ask for: nothing but itself.
    static let reportPolicy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
        + " img-src data:; media-src 'self' data: blob: file:"

    /// What a page without a script may ask for.
    static let evaluationPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

    /// The page in its order.
    package static let pieces = pieces(of: PackageResources.page_html)

    /// The page about what differs from the truth, in its order.
    static let evaluationPieces = pieces(of: PackageResources.evaluation_html)

    /// The page about many videos, in its order.
    static let analysisPieces = pieces(of: PackageResources.analysis_html)

    /// A template in its order behind the head of all pages, with `{{name}}` as places.
    private static func pieces(of html: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var rest = String(decoding: PackageResources.head_html + html, as: UTF8.self)[...]
        while let open = rest.firstRange(of: "{{"),
            let close = rest[open.upperBound...].firstRange(of: "}}")
        {
            pieces.append(.text(Array(rest[..<open.lowerBound].utf8)))
            pieces.append(.place(String(rest[open.upperBound..<close.lowerBound])))
            rest = rest[close.upperBound...]
        }
        return pieces + [.text(Array(rest.utf8))]
    }

    /// A page with a policy, put together from the pieces of its template.
    ///
    /// - Parameter fill: what takes a place that only this page has, by its name; nothing where it has no such.
    package static func page(
        _ pieces: [Piece], policy: String, _ fill: (String) -> [UInt8]
    ) -> [UInt8] {
        var page: [UInt8] = []
        write(pieces, policy: policy, to: { page += $0 }, fill)
        return page
    }

    /// Writes such a page, piece after piece.
    ///
    /// - Throws: what `write` and `fill` throw.
    static func write<Failure: Error>(
        _ pieces: [Piece], policy: String, to write: ([UInt8]) throws(Failure) -> Void,
        _ fill: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        for piece in pieces {
            switch piece {
            case .text(let bytes): try write(bytes)
            case .place("policy"): try write(escaped(policy))
            case .place("style"): try write(style)
            case .place(let name): try write(try fill(name))
            }
        }
    }

    /// How it looks.
    static let style = PackageResources.page_css

    /// What every page does, and then what a report does.
    static let reportScript =
        common + PackageResources.people_js + PackageResources.movie_js
        + PackageResources.tables_js + PackageResources.report_js

    /// What every page does, and then what a live page does.
    package static let liveScript = common + PackageResources.status_js + PackageResources.live_js

    private static let common =
        PackageResources.elements_js + PackageResources.track_js + PackageResources.labels_js
        + PackageResources.overlay_js + PackageResources.timeline_js + PackageResources.plots_js
        + PackageResources.keys_js

    /// A text as HTML: in elements, and in attributes between quotes; bytes that are no text are `�`.
    package static func escaped(_ text: String) -> [UInt8] {
        text.replacingEscapedBytes.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            default: [byte]
            }
        }
    }
}
