// SPDX-License-Identifier: Apache-2.0
import FaceValues
import ProcessIsolation
import TestSupport
import Testing

@testable import FacePhotos

/// Regions as other programs write them: rectangles, circles and points.
@Suite struct PhotoRegionTests {
    private static let isolated = IsolatedPhotoMetadata(
        host: IsolationHost(program: CommandRunner.facecap))

    /// A photo with regions.
    ///
    /// - Parameters:
    ///   - areas: the attributes of their areas.
    ///   - size: the attributes of the size of the image; empty for none.
    private func photo(_ areas: [String], size: String) throws -> [UInt8] {
        let list = areas.map { area in
            """
            <rdf:li><rdf:Description mwg-rs:Type="Face" mwg-rs:Name="Ada">\
            <mwg-rs:Area \(area) stArea:unit="normalized"/></rdf:Description></rdf:li>
            """
        }
        let dimensions = size.isEmpty ? "" : "<mwg-rs:AppliedToDimensions \(size)/>"
        return try JPEGParts.photo([
            JPEGParts.xmp(
                """
                xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
                xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
                xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
                """,
                """
                <mwg-rs:Regions rdf:parseType="Resource">\(dimensions)<mwg-rs:RegionList><rdf:Bag>\
                \(list.joined())</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
                """)
        ])
    }

    /// The regions of a photo, which a process of its own reads alike.
    private func regions(_ bytes: [UInt8]) throws -> [PhotoRegion] {
        let regions = try PhotoFile(bytes: bytes).regions
        #expect(try PhotoFile(bytes: bytes, metadata: Self.isolated).regions == regions)
        return regions
    }

    @Test(arguments: [
        (#"stDim:w="640" stDim:h="480" stDim:unit="pixel""#, Size(width: 0.375, height: 0.5)),
        (#"stDim:w="480" stDim:h="640" stDim:unit="pixel""#, Size(width: 0.5, height: 0.375)),
        (#"stDim:w="0" stDim:h="-1""#, Size(width: 0.5, height: 0.5)),
        ("", Size(width: 0.5, height: 0.5)),
    ])
    func aCircleIsTheSquareAroundItInUnitsOfTheShorterSide(text: String, size: Size) throws {
        let area = #"stArea:x="0.5" stArea:y="0.25" stArea:d="0.5""#
        let regions = try regions(photo([area], size: text))
        #expect(regions.map(\.bounds.size) == [size])
        #expect(regions.map(\.bounds.center) == [Point(x: 0.5, y: 0.25)])
        #expect(regions.map(\.name) == ["Ada"] && regions.map(\.type) == ["Face"])
    }

    @Test func aPointIsARegionWithoutASize() throws {
        let areas = [
            #"stArea:x="0.25" stArea:y="0.75""#,
            #"stArea:x="0.25" stArea:y="0.75" stArea:d="-1""#,
            #"stArea:x="0.25" stArea:y="0.75" stArea:d="nan""#,
            #"stArea:x="0.25" stArea:y="0.75" stArea:w="0.5""#,
        ]
        let regions = try regions(photo(areas, size: #"stDim:w="640" stDim:h="480""#))
        let point = Rect(x: 0.25, y: 0.75, width: 0, height: 0)
        #expect(regions.map(\.bounds) == areas.map { _ in point })
    }

    @Test(arguments: [
        #"stArea:d="0.5""#, #"stArea:x="0.5" stArea:d="0.5""#, #"stArea:x="nan" stArea:y="0.5""#,
        #"stArea:x="-1.7e308" stArea:y="0" stArea:w="1.7e308" stArea:h="1""#,
        #"stArea:x="-1.7e308" stArea:y="0" stArea:d="1.7e308""#,
    ])
    func aRegionWithoutAPlaceIsLeftOut(area: String) throws {
        #expect(try regions(photo([area], size: "")).isEmpty)
    }

    @Test func circlesAndPointsAreReplacedAsFacesAre() throws {
        let bytes = try photo(
            [
                #"stArea:x="0.5" stArea:y="0.5" stArea:d="0.5""#,
                #"stArea:x="0.5" stArea:y="0.5""#,
            ], size: #"stDim:w="64" stDim:h="48""#)
        let file = try PhotoFile(bytes: bytes)
        let faces = TestPhoto.faces.map(CapturePhoto.FaceRegion.init)
        #expect {
            try file.annotated(with: faces, width: 64, height: 48, replacingRegions: false)
        } throws: { ($0 as? FacecapError)?.code == .invalidState }
        let new = try file.annotated(
            with: faces, width: 64, height: 48, replacingRegions: true)
        #expect(try PhotoFile(bytes: new).regions.map(\.faceID) == [3, 12])
    }
}
