// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
package import ProcessIsolation

/// Reads the machine-readable codes of images in a process of its own, which an image may end; the next image is read
/// in another one then. Used by one thread.
package final class IsolatedCodeReader {
    /// How long an image may take, in nanoseconds.
    private static let stallLimit: Int64 = 5_000_000_000
    /// Pixels of an image at most: those that a message holds.
    private static let maximumPixels = MessageChannel.maximumLength - 1024

    private let symbologies: Set<MetadataMachineReadableCodeObject.Symbology>
    private let pixelLimit: Int
    private let host: IsolationHost
    private var worker: IsolatedWorker?

    /// A reader of some kinds of codes.
    ///
    /// - Parameters:
    ///   - symbologies: what is looked for.
    ///   - pixelLimit: in how many pixels at most that look like a symbol.
    ///   - host: starts the process.
    package init(
        _ symbologies: Set<MetadataMachineReadableCodeObject.Symbology>, pixelLimit: Int,
        host: IsolationHost = .shared
    ) {
        self.symbologies = symbologies
        self.pixelLimit = pixelLimit
        self.host = host
    }

    /// The codes of an image, in its normalized stored space.
    ///
    /// - Parameters:
    ///   - image: the image; one of distances has no codes.
    ///   - region: where to look, in that space.
    /// - Throws: `decoderCrashed` where the image ended the process, `systemFailed` where there is none, and
    ///   `formatUnsupported` if the region has more pixels than one message holds.
    package func codes(
        in image: PixelBuffer, region: Rect = .unit
    ) throws(FacecapError) -> [MetadataMachineReadableCodeObject] {
        guard let plane = LumaPlane(image) else { return [] }
        let left = max(0, Int((region.x * Double(image.width)).rounded(.down)))
        let top = max(0, Int((region.y * Double(image.height)).rounded(.down)))
        let width = min(image.width, Int((region.maxX * Double(image.width)).rounded(.up))) - left
        let height =
            min(image.height, Int((region.maxY * Double(image.height)).rounded(.up))) - top
        guard width > 0, height > 0 else { return [] }
        guard width <= UInt16.max, height <= UInt16.max, width * height <= Self.maximumPixels else {
            throw FacecapError(
                .formatUnsupported,
                "Codes cannot be read in \(width)x\(height) pixels at once; use a smaller image or"
                    + " a part of it.")
        }
        var request = MessageWriter()
        request.write(symbologies)
        request.write(UInt32(clamping: pixelLimit))
        request.write(UInt16(width))
        request.write(UInt16(height))
        request.write(
            [UInt8](unsafeUninitializedCapacity: width * height) { pixels, count in
                guard let start = pixels.baseAddress else { return }
                for row in 0..<height {
                    plane.copyRow(top + row, from: left, count: width, to: start + row * width)
                }
                count = width * height
            })
        let found = try ask(request, width: width, height: height)
        let pixels = CoordinateTransform.scale(
            x: 1, y: 1, thenShiftX: Double(left), y: Double(top))
        let normalized = pixels.then(.normalizedFromPixels(of: image.size))
        return found.map(normalized.apply)
    }

    private func ask(
        _ request: MessageWriter, width: Int, height: Int
    ) throws(FacecapError) -> [MetadataMachineReadableCodeObject] {
        let worker =
            if let running = self.worker { running } else {
                try host.startWorker(CodeReadingService.self, rules: IsolationRules(), input: nil)
            }
        self.worker = nil
        let codes = try worker.ask(
            CodeMessage.read.rawValue, request, answerKind: CodeMessage.codes.rawValue,
            within: Self.stallLimit, crashed: Self.crashed
        ) { (reader) throws(MessageDamage) in
            try reader.readCodes(width: width, height: height)
        }
        self.worker = worker
        return codes
    }

    private static func crashed(_ ending: IsolatedWorker.Ending) -> FacecapError {
        FacecapError(
            .decoderCrashed,
            "An image crashed the process that reads codes (\(ending)); it is reported without codes, and the next one is"
                + " read again.")
    }
}
