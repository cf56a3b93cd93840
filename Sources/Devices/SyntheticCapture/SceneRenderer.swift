// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import CaptureSamples

/// Draws the frames of a scene; one thread at a time.
final class SceneRenderer {
    /// The textures of one identity.
    private struct Covers {
        let face: Texture
        let hair: Texture
        let ear: Texture
        let neck: Texture
        let shirt: Texture

        init(_ identity: HeadIdentity, seed: UInt64) {
            face = FacePainter.texture(of: identity, seed: seed)
            hair = HairStreaks(seed: seed).texture(of: identity)
            ear = Texture(identity.skin * 0.85)
            neck = Texture(identity.skin * 0.86)
            shirt = Texture(identity.shirt)
        }

        subscript(cover: HeadModel.Cover) -> Texture {
            switch cover {
            case .face: face
            case .hair: hair
            case .ear: ear
            case .neck: neck
            case .shirt: shirt
            }
        }
    }

    private let scene: SyntheticCamera.Scene
    private let width: Int
    private let height: Int
    private let backdrop: Backdrop
    private let pool: PixelBufferPool
    private var covers: [Covers?]
    private let depth: UnsafeMutablePointer<Float>
    private let parts: UnsafeMutablePointer<UInt8>
    private let vertices: UnsafeMutablePointer<FacecapVertex>
    private let light: FacecapLight
    private let noise: SensorNoise
    /// The image of a scene in which nothing moves; `nil` before the first, and of all others.
    private var stillImage: PixelBuffer?

    init(_ scene: SyntheticCamera.Scene) {
        self.scene = scene
        let configuration = scene.configuration
        (width, height) = (configuration.width, configuration.height)
        light = configuration.people == .random ? FacecapLight(seed: configuration.seed) : .room
        noise = SensorNoise(
            sigma: configuration.noise, blur: configuration.blur, seed: configuration.seed)
        backdrop = Backdrop(width: width, height: height, seed: configuration.seed)
        // One being drawn, one waiting, one being analyzed, and one to spare.
        pool = PixelBufferPool(
            format: .i420, width: width, height: height, matrix: .bt601, minimumBufferCount: 4)
        depth = .allocate(capacity: width * height)
        depth.initialize(repeating: 0, count: width * height)
        parts = .allocate(capacity: width * height)
        parts.initialize(repeating: 0, count: width * height)
        covers = Array(repeating: nil, count: HeadIdentity.all.count)
        var vertexCount = 1
        for identity in scene.faceIdentities {
            guard let model = scene.model(identity) else { continue }
            covers[identity] = Covers(model.identity, seed: UInt64(identity))
            vertexCount = model.parts.map(\.mesh.vertices.count).reduce(vertexCount, max)
        }
        vertices = .allocate(capacity: vertexCount)
    }

    deinit {
        depth.deallocate()
        parts.deallocate()
        vertices.deallocate()
    }

    /// The image of a frame; where nothing moves it is drawn once.
    func render(frame index: Int) -> PixelBuffer {
        if let stillImage { return stillImage }
        let image = draw(frame: index)
        if scene.isStill { stillImage = image }
        return image
    }

    private func draw(frame index: Int) -> PixelBuffer {
        pool.makePixelBuffer { planes in
            let canvas = FacecapCanvas(
                width: Int32(width), height: Int32(height),
                luma: planes[0].bytes.assumingMemoryBound(to: UInt8.self),
                luma_stride: planes[0].bytesPerRow,
                cb: planes[1].bytes.assumingMemoryBound(to: UInt8.self),
                cb_stride: planes[1].bytesPerRow,
                cr: planes[2].bytes.assumingMemoryBound(to: UInt8.self),
                cr_stride: planes[2].bytesPerRow, depth: depth, parts: parts)
            Backdrop.copy(
                backdrop.luma, bytesPerRow: width, to: canvas.luma, stride: canvas.luma_stride)
            Backdrop.copy(
                backdrop.cb, bytesPerRow: width / 2, to: canvas.cb, stride: canvas.cb_stride)
            Backdrop.copy(
                backdrop.cr, bytesPerRow: width / 2, to: canvas.cr, stride: canvas.cr_stride)
            draw(scene.heads(inFrame: index), on: canvas)
            noise.apply(to: canvas, frame: index)
        }
    }

    /// Draws the nearest first, so that what it hides is never colored.
    private func draw(_ heads: [SyntheticCamera.Head], on canvas: FacecapCanvas) {
        var drawn: [Extent] = []
        for (order, head) in heads.enumerated().reversed() {
            guard let model = scene.model(head.faceIdentity), let covers = covers[head.faceIdentity]
            else { continue }
            let pose = HeadPose(head)
            for (number, part) in model.parts.enumerated() {
                let extent = covers[part.cover].withCTexture { texture in
                    draw(
                        part, texture, pose, order: order,
                        number: order * model.parts.count + number + 1, on: canvas)
                }
                if !extent.isEmpty { drawn.append(extent) }
            }
        }
        for extent in drawn {
            facecap_smooth_edges(
                canvas, Int32(extent.columns.lowerBound), Int32(extent.columns.upperBound),
                Int32(extent.rows.lowerBound), Int32(extent.rows.upperBound))
        }
        for extent in drawn { clear(extent) }
    }

    /// Draws a part of a head. All of a nearer head lies before all of a farther one, whatever their
    /// own depths.
    private func draw(
        _ part: HeadModel.Part, _ texture: FacecapTexture, _ pose: HeadPose, order: Int,
        number: Int, on canvas: FacecapCanvas
    ) -> Extent {
        let mesh = part.mesh
        let bounds = facecap_project_mesh(
            pose.camera, part.isOfHead ? pose.head : pose.body, light, mesh.vertices,
            Int32(mesh.vertices.count), texture, part.gloss, Float(order + 1), vertices)
        let extent = Extent(bounds, width: width, height: height)
        if !extent.isEmpty {
            facecap_fill_triangles(
                canvas, vertices, mesh.triangles, Int32(mesh.triangles.count), texture,
                UInt8(number))
        }
        return extent
    }

    private func clear(_ extent: Extent) {
        for row in extent.rows {
            let start = row * width + extent.columns.lowerBound
            (depth + start).update(repeating: 0, count: extent.columns.count)
            (parts + start).update(repeating: 0, count: extent.columns.count)
        }
    }
}
