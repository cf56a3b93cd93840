// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceRedaction
internal import FaceValues
internal import MediaCodecs
internal import SystemSupport

/// Makes files of frames; used by one thread.
final class PhotoWriter {
    private let redactor: ImageRedactor?
    private var scaler = SquarePixelScaler()
    private var encoder: (codec: ImageCodec, encoder: ImageEncoder)?

    /// - Parameter redaction: how images are covered; `nil` where none is.
    init(redaction: RedactionSettings.Method?) {
        redactor = redaction.map { ImageRedactor(method: $0) }
    }

    /// Encodes a frame as it is displayed, with its faces, and writes it where that is asked for.
    func write(
        _ candidate: PhotoCandidate, coveredBy cover: FrameCover?, number: Int,
        exposure: CapturePhoto.Exposure?, settings: CapturePhotoSettings
    ) throws(FacecapError) -> CapturePhoto {
        let fileNumber = settings.freeNumber(ofPhoto: number)
        let path = settings.path(ofPhoto: fileNumber)
        if let path {
            // Before it is encoded for nothing.
            try AtomicFile.check(path, overwriting: settings.overwritesExistingFiles)
        }
        try settings.checkCodec()
        let depth = try depth(of: candidate, number: fileNumber, settings)
        let sample = candidate.frame.sampleBuffer
        var pixels = sample.pixelBuffer
        if let redactor { pixels = try redactor.cover(cover ?? .wholeImage, in: pixels) }
        pixels = try scaler.square(sample.replacingPixelBuffer(with: pixels)).pixelBuffer
        let (width, height) = sample.orientation.displayedSides(
            width: pixels.width, height: pixels.height)
        let displayed = CoordinateTransform.displayedFromStored(orientation: sample.orientation)
        let faces = candidate.observation.observedFaces.map(displayed.apply)
        var metadata = Self.metadata(of: candidate, faces: faces, settings)
        metadata.exposure = exposure
        metadata.videoZoomFactor = candidate.observation.videoZoomFactor
        let bytes = try file(of: pixels, displayed: sample.orientation, metadata, settings.codec)
        if let path {
            try Self.write(
                bytes, to: path, with: depth, overwriting: settings.overwritesExistingFiles)
        }
        return CapturePhoto(
            number: number, fileData: bytes, path: path, width: width, height: height,
            observation: candidate.observation, faces: faces,
            depth: depth, metadata: metadata)
    }

    /// Writes a photo and its distances; where the distances fail, a new photo is not left behind.
    private static func write(
        _ bytes: [UInt8], to path: String, with depth: CapturePhoto.Depth?, overwriting: Bool
    ) throws(FacecapError) {
        let isNew = !Files.exists(path)
        let photo = try AtomicFile(creating: path, overwriting: overwriting)
        try photo.write(bytes, at: 0)
        guard let depth, let depthPath = depth.path else { return try photo.publish() }
        let distances = try AtomicFile(creating: depthPath, overwriting: overwriting)
        try distances.write(depth.fileData, at: 0)
        try photo.publish()
        do throws(FacecapError) {
            try distances.publish()
        } catch {
            if isNew { photo.remove() }
            throw error
        }
    }

    /// A file with its metadata.
    private func file(
        of pixels: PixelBuffer, displayed orientation: VideoOrientation,
        _ metadata: CapturePhoto.Metadata, _ codec: ImageCodec
    ) throws(FacecapError) -> [UInt8] {
        let encoder = try encoder(for: codec)
        let (width, height) = orientation.displayedSides(
            width: pixels.width, height: pixels.height)
        guard case .heic(let quality) = codec else {
            return try PhotoFile(bytes: encoder.encode(pixels, displayed: orientation))
                .adding(metadata, width: width, height: height)
        }
        let blocks = try PhotoFile.blocks(
            of: metadata, width: width, height: height, fileType: .heic)
        return try HEIFWriter.file(
            of: encoder.rgb(of: pixels, displayed: orientation), quality: quality,
            exif: blocks.exif, xmp: blocks.xmp)
    }

    /// The distances of a frame, in a file that can be written; `nil` where there are none.
    private func depth(
        of candidate: PhotoCandidate, number: Int, _ settings: CapturePhotoSettings
    ) throws(FacecapError) -> CapturePhoto.Depth? {
        guard settings.isDepthDataDeliveryEnabled, let depthData = candidate.depthData else {
            return nil
        }
        let path = settings.depthPath(ofPhoto: number)
        if let path {
            try AtomicFile.check(path, overwriting: settings.overwritesExistingFiles)
        }
        let sample = depthData.frame.sampleBuffer
        let file = try DepthImage.png(
            of: sample.pixelBuffer, displayed: sample.orientation, scale: depthData.unit * 1000)
        return CapturePhoto.Depth(depthData: depthData, fileData: file, path: path)
    }

    private func encoder(for codec: ImageCodec) throws(FacecapError) -> ImageEncoder {
        if let encoder, encoder.codec == codec { return encoder.encoder }
        let made = try ImageEncoder(codec)
        encoder = (codec, made)
        return made
    }

    private static func metadata(
        of candidate: PhotoCandidate, faces: [MetadataFaceObject], _ settings: CapturePhotoSettings
    ) -> CapturePhoto.Metadata {
        let input = candidate.connection.input
        let device = input.device
        // Of a video nobody knows when and by what it was taken.
        let isVideo = device.kind == .file && !(device.isNetworkCamera && input.isLive == true)
        let age = MonotonicClock.nowNanoseconds - candidate.frame.sampleBuffer.captureNanoseconds
        return CapturePhoto.Metadata(
            software: settings.software, cameraName: isVideo ? nil : device.localizedName,
            captureUTCNanoseconds: isVideo ? nil : MonotonicClock.utcNanoseconds - age,
            contentIdentifier: settings.contentIdentifier,
            regions: faces.map(CapturePhoto.FaceRegion.init))
    }
}
