import CaptureSamples
import FaceValues

extension CameraDevice {
    /// Chooses the cheapest raw format for a request and sets it; the answer is what the driver made
    /// of it.
    ///
    /// Throws `.formatUnsupported` when the camera has no picture that needs no decoder.
    func configure(for request: CameraRequest) throws(FacecapError) -> CameraConfiguration {
        let offer = try bestOffer(for: request)
        let wanted = DeviceFormat(code: PixelFormatCode(offer.format), size: offer.size)
        let answer = try attempt { device throws(SystemCallFailure) in
            try calls.setFormat(wanted, of: device)
        }
        guard let format = answer.code.pixelFormat else {
            throw FacecapError(
                .formatUnsupported,
                "\(path) answers \(answer.code) when asked for \(wanted.code) at \(wanted.size): "
                    + "ask for another size or pixel format.")
        }
        guard
            let layout = PictureLayout(
                format: format, size: answer.size, bytesPerLine: answer.bytesPerLine)
        else {
            throw .brokenDriver(
                path, "offers \(answer.size) pictures with \(answer.bytesPerLine) bytes a line")
        }
        let interval = offer.interval ?? FrameInterval(frameRate: request.frameRate)
        let granted = try attempt { device throws(SystemCallFailure) in
            try calls.setInterval(interval, of: device)
        }
        return CameraConfiguration(
            layout: layout, isFullRange: answer.isFullRange,
            frameRate: granted.flatMap { $0.isPlausible ? $0.frameRate : nil })
    }

    private func bestOffer(for request: CameraRequest) throws(FacecapError) -> FormatOffer {
        let codes = try list { index, device throws(SystemCallFailure) in
            try calls.pixelFormat(at: index, of: device)
        }
        var offers: [FormatOffer] = []
        for format in PixelFormatCode.rawFormats
        where codes.contains(PixelFormatCode(format)) && format == request.pixelFormat ?? format {
            if let offer = try offer(of: format, for: request) { offers.append(offer) }
        }
        if let best = FormatOffer.cheapest(of: offers, for: request) { return best }
        let offered = codes.isEmpty ? "none" : codes.map(\.description).joined(separator: ", ")
        if let format = request.pixelFormat {
            throw FacecapError(
                .formatUnsupported,
                "\(path) has no \(PixelFormatCode(format)) pictures, only \(offered): "
                    + "ask for another pixel format.")
        }
        throw FacecapError(
            .formatUnsupported,
            "\(path) has no raw pictures, only \(offered), which is not decoded: "
                + "use a camera with YUYV or NV12.")
    }

    private func offer(of format: PixelFormat, for request: CameraRequest) throws(FacecapError)
        -> FormatOffer?
    {
        let code = PixelFormatCode(format)
        let sizes = try list { index, device throws(SystemCallFailure) in
            try calls.frameSizes(at: index, in: code, of: device)
        }
        guard let size = FormatOffer.nearestSize(to: request.size, in: sizes) else { return nil }
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
