// SPDX-License-Identifier: Apache-2.0
import FaceValues

extension CameraDevice {
    /// Chooses the cheapest format for a request and sets it; the answer is what the driver made of it.
    ///
    /// Throws `.formatUnsupported` when the camera has nothing that can be read, or not what the request
    /// insists on.
    func configure(for request: CameraRequest) throws(FacecapError) -> CameraConfiguration {
        let offer = try bestOffer(for: request)
        let wanted = DeviceFormat(code: PixelFormatCode(offer.format), size: offer.size)
        let answer = try attempt { device throws(SystemCallFailure) in
            try calls.setFormat(wanted, of: device)
        }
        guard let format = answer.code.format, request.pixelFormat ?? format == format else {
            throw FacecapError(
                .formatUnsupported,
                "\(path) answers \(answer.code) when asked for \(wanted.code) at \(wanted.size): "
                    + "ask for another size or pixel format.")
        }
        guard answer.size == request.size || !request.insistsOnSize else {
            throw noSuchSize(request, [FrameSizeRange(answer.size)])
        }
        let layout = try layout(of: format, answer)
        fillFrames(of: answer.size)
        let interval = offer.interval ?? FrameInterval(frameRate: request.frameRate)
        let granted = try attempt { device throws(SystemCallFailure) in
            try calls.setInterval(interval, of: device)
        }
        let believed = granted.flatMap { $0.isPlausible ? $0 : nil }
        if request.insistsOnFrameRate, FormatOffer.shortfall(believed, request.frameRate) > 0 {
            throw tooSlow(request, believed, answer.size)
        }
        return CameraConfiguration(
            format: format, size: answer.size, layout: layout, isFullRange: answer.isFullRange,
            matrix: answer.matrix,
            frameRate: believed?.frameRate)
    }

    /// Has the driver fill whole frames: some go on filling the part that was a whole frame before.
    private func fillFrames(of size: FrameSize) {
        let whole = DeviceRegion(
            left: 0, top: 0, width: UInt32(clamping: size.width),
            height: UInt32(clamping: size.height))
        // Who has no say, or refuses, fills what it fills.
        try? attempt { device throws(SystemCallFailure) in
            guard let part = try calls.selection(.compose, of: device), part != whole else {
                return
            }
            _ = try calls.setSelection(.compose, to: whole, of: device)
        }
    }

    /// Asks for the rate of a request while frames of a format flow; the answer is the one in force, `nil` where
    /// the camera has to be configured again for it: its driver takes none meanwhile, or another format has it.
    ///
    /// Throws `.formatUnsupported` where no format is as fast, or the driver has no choice of rates.
    func changeInterval(
        for request: CameraRequest, of format: CameraRequest.PixelFormat, at size: FrameSize
    ) throws(FacecapError) -> FrameInterval? {
        try request.validate()
        let offer = try bestOffer(for: request)
        guard offer.format == format, offer.size == size else { return nil }
        let interval = offer.interval ?? FrameInterval(frameRate: request.frameRate)
        do throws(FacecapError) {
            let granted = try attempt { device throws(SystemCallFailure) in
                try calls.setInterval(interval, of: device)
            }
            guard let granted, granted.isPlausible else { throw noSuchChoice }
            return granted
        } catch {
            guard error.code == .deviceBusy else { throw error }
            return nil
        }
    }

    /// Where the samples lie; `nil` of what is encoded.
    private func layout(
        of format: CameraRequest.PixelFormat, _ answer: DeviceFormat
    ) throws(FacecapError) -> ImageLayout? {
        guard let pixelFormat = format.pixelFormat else {
            guard answer.size.isPlausible else {
                throw .brokenDriver(path, "offers \(answer.size) frames")
            }
            return nil
        }
        guard
            let layout = ImageLayout(
                format: pixelFormat, size: answer.size, bytesPerLine: answer.bytesPerLine)
        else {
            throw .brokenDriver(
                path, "offers \(answer.size) frames with \(answer.bytesPerLine) bytes a line")
        }
        return layout
    }

    private func bestOffer(for request: CameraRequest) throws(FacecapError) -> FormatOffer {
        let codes = try list(calls.pixelFormat(at:of:))
        var offers: [FormatOffer] = []
        var sizes: [FrameSizeRange] = []
        for format in candidates(of: codes, for: request) {
            let code = PixelFormatCode(format)
            let ranges = try list { index, device throws(SystemCallFailure) in
                try calls.frameSizes(at: index, in: code, of: device)
            }
            sizes += ranges.filter { !sizes.contains($0) }
            if let offer = try offer(of: format, in: ranges, for: request) { offers.append(offer) }
        }
        guard let best = FormatOffer.cheapest(of: offers, for: request) else {
            throw noSuchFormat(request, codes)
        }
        if request.insistsOnSize, best.size != request.size { throw noSuchSize(request, sizes) }
        if request.insistsOnFrameRate, FormatOffer.shortfall(best.interval, request.frameRate) > 0 {
            throw tooSlow(request, best.interval, best.size)
        }
        return best
    }

    /// The formats that can be read: the one asked for, else frames, else distances.
    private func candidates(
        of codes: [PixelFormatCode], for request: CameraRequest
    ) -> [CameraRequest.PixelFormat] {
        let formats = CameraRequest.PixelFormat.allCases.filter {
            codes.contains(PixelFormatCode($0))
        }
        if let wanted = request.pixelFormat { return formats.filter { $0 == wanted } }
        let images = formats.filter(\.isImage)
        return images.isEmpty ? formats : images
    }

    private func offer(
        of format: CameraRequest.PixelFormat, in sizes: [FrameSizeRange], for request: CameraRequest
    ) throws(FacecapError) -> FormatOffer? {
        guard let size = FormatOffer.nearestSize(to: request.size, in: sizes) else { return nil }
        let code = PixelFormatCode(format)
        let intervals = try list { index, device throws(SystemCallFailure) in
            try calls.frameIntervals(at: index, in: code, size: size, of: device)
        }
        return FormatOffer(
            format: format, size: size,
            interval: FormatOffer.interval(for: request.frameRate, in: intervals))
    }

    /// A driver's list up to its end, or to a length no honest list has.
    func list<Item>(_ item: (UInt32, Int32) throws(SystemCallFailure) -> Item?)
        throws(FacecapError) -> [Item]
    {
        var items: [Item] = []
        while items.count < 512 {
            let next = try attempt { device throws(SystemCallFailure) in
                try item(UInt32(items.count), device)
            }
            guard let next else { break }
            items.append(next)
        }
        return items
    }
}
