// SPDX-License-Identifier: Apache-2.0
import FacePreview
import FaceValues
import Testing

struct PreviewLayerTests {
    private let face = MetadataFaceObject(
        faceID: 1, bounds: Rect(x: 0.2, y: 0.3, width: 0.1, height: 0.2), rollAngle: 20,
        yawAngle: 30, pitchAngle: -5, confidence: 0.9)

    /// Every orientation and gravity.
    private var layers: [CaptureVideoPreviewLayer] {
        VideoOrientation.allCases.flatMap { orientation in
            VideoGravity.allCases.map { gravity in
                CaptureVideoPreviewLayer(
                    size: Size(width: 400, height: 500),
                    videoSize: Size(width: 640, height: 360), orientation: orientation,
                    videoGravity: gravity)
            }
        }
    }

    @Test func theConversionsAreTheNamedTransforms() {
        for layer in layers {
            let displayed =
                layer.orientation.exchangesSides
                ? Size(width: 360, height: 640) : Size(width: 640, height: 360)
            let transform = CoordinateTransform.displayedFromStored(
                orientation: layer.orientation
            ).then(
                .screenFromDisplayed(
                    videoSize: displayed, screenSize: layer.size, gravity: layer.videoGravity))
            #expect(layer.transformedMetadataObject(face) == transform.apply(face))
            let point = Point(x: 0.3, y: 0.8)
            #expect(layer.layerPointFromDevicePoint(point) == transform.apply(point))
        }
    }

    @Test func pointsComeBack() {
        for layer in layers {
            for point in [Point(x: 0, y: 0), Point(x: 0.25, y: 0.75), Point(x: 1, y: 0.5)] {
                let shown = layer.layerPointFromDevicePoint(point)
                let back = layer.devicePointFromLayerPoint(shown)
                #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
            }
            let rect = layer.layerRectFromMetadataOutputRect(face.bounds)
            let back = layer.metadataOutputRectFromLayerRect(rect)
            #expect(abs(back.x - face.bounds.x) < 1e-9 && abs(back.maxY - face.bounds.maxY) < 1e-9)
        }
    }

    @Test func gravityDecidesWhatIsSeen() {
        var layer = CaptureVideoPreviewLayer(
            size: Size(width: 400, height: 400), videoSize: Size(width: 640, height: 320))
        #expect(layer.videoRect == Rect(x: 0, y: 100, width: 400, height: 200))
        layer.videoGravity = .resizeAspectFill
        #expect(layer.videoRect == Rect(x: -200, y: 0, width: 800, height: 400))
        layer.videoGravity = .resize
        #expect(layer.videoRect == Rect(x: 0, y: 0, width: 400, height: 400))
    }

    @Test func aLayerWithoutExtentDividesByNothing() {
        let layer = CaptureVideoPreviewLayer(
            size: Size(width: 0, height: 0), videoSize: Size(width: 0, height: 0))
        let point = layer.devicePointFromLayerPoint(Point(x: 0.5, y: 0.5))
        #expect(point.x.isFinite && point.y.isFinite)
    }

    @Test(arguments: [0, -5, 0.001, 1e300, .infinity, -.infinity, .nan])
    func aLayerThatIsResizedKeepsAnExtent(side: Double) {
        for layer in layers {
            var resized = layer
            resized.size = Size(width: side, height: 10)
            expectFinitePoints(in: resized)
            resized.size = Size(width: side, height: side)
            expectFinitePoints(in: resized)
            resized.videoSize = Size(width: 10, height: side)
            expectFinitePoints(in: resized)
            resized.size = layer.size
            resized.videoSize = layer.videoSize
            #expect(resized == layer)
        }
    }

    private func expectFinitePoints(in layer: CaptureVideoPreviewLayer) {
        #expect(layer.size.width >= 1 && layer.size.height >= 1)
        #expect(layer.videoSize.width >= 1 && layer.videoSize.height >= 1)
        let point = layer.devicePointFromLayerPoint(Point(x: 0.5, y: 0.5))
        #expect(point.x.isFinite && point.y.isFinite)
        let rect = layer.metadataOutputRectFromLayerRect(Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite)
    }
}
