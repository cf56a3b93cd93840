// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs
internal import MediaInput
internal import ProcessIsolation

/// What a worker says is believed as far as it can be so.
extension MessageReader {
    mutating func readTime() throws(MessageDamage) -> MediaTime {
        let value: Int64 = try read()
        let time = MediaTime(value: value, timescale: try read(in: 1...Int32.max, "a time scale"))
        guard time.isBelievable else { throw MessageDamage("a time makes no sense") }
        return time
    }

    mutating func readOptionalTime() throws(MessageDamage) -> MediaTime? {
        try readOptional { (reader) throws(MessageDamage) in try reader.readTime() }
    }

    mutating func readSize() throws(MessageDamage) -> (width: Int, height: Int) {
        let sides = UInt32(1)...UInt32(ImageLimits.maximumSide)
        let size = (Int(try read(in: sides, "a width")), Int(try read(in: sides, "a height")))
        guard Int64(size.0) * Int64(size.1) <= ImageLimits.maximumPixels else {
            throw MessageDamage("a frame is too large")
        }
        return size
    }

    mutating func readVideoFormat() throws(MessageDamage) -> VideoFormat {
        // Of a source without frames both sides are 0.
        let (width, height) = (Int(try read(UInt32.self)), Int(try read(UInt32.self)))
        guard width <= ImageLimits.maximumSide, height <= ImageLimits.maximumSide else {
            throw MessageDamage("a frame is too large")
        }
        let frameRate = try readOptional { (reader) throws(MessageDamage) in
            guard let rate = try reader.readDouble(), rate > 0,
                rate <= VideoEncoderSettings.largestFrameRate
            else {
                throw MessageDamage("a frame rate makes no sense")
            }
            return rate
        }
        return VideoFormat(
            width: width, height: height, frameRate: frameRate, orientation: try readOrientation(),
            color: try readOptional { (reader) throws(MessageDamage) in try reader.readColor() },
            pixelAspectRatio: try readPixelAspectRatio())
    }

    private mutating func readColor() throws(MessageDamage) -> EncodedSample.VideoFormat.Color {
        .init(
            primaries: try read(), transfer: try read(), matrix: try read(),
            isFullRange: try readFlag())
    }

    mutating func readPixelAspectRatio() throws(MessageDamage)
        -> VideoFormat.PixelAspectRatio
    {
        let sides = UInt32(1)...UInt32(Int32.max)
        return .init(
            horizontalSpacing: try read(in: sides, "the shape of a pixel"),
            verticalSpacing: try read(in: sides, "the shape of a pixel"))
    }

    mutating func readAudioFormat() throws(MessageDamage) -> AudioFormat {
        AudioFormat(
            // A header that is damaged may claim any; who encodes the audio has limits of their own.
            sampleRate: Int(try read(in: UInt32(1)...UInt32(Int32.max), "a sample rate")),
            channelCount: Int(try read(in: UInt16(1)...1024, "a channel count")))
    }

    mutating func readEncodedVideoFormat() throws(MessageDamage) -> EncodedSample.VideoFormat {
        guard let codec = EncodedSample.VideoFormat.Codec(rawValue: try readText(limit: 64)) else {
            throw MessageDamage("a codec is unknown")
        }
        let (width, height) = try readSize()
        let orientation = try readOrientation()
        let configuration = Array(try readBytes(limit: 1 << 20))
        let color = try readOptional { (reader) throws(MessageDamage) in try reader.readColor() }
        return EncodedSample.VideoFormat(
            codec: codec, width: width, height: height, orientation: orientation,
            configuration: configuration, color: color,
            pixelAspectRatio: try readPixelAspectRatio(),
            timescale: try read(in: 1...Int32.max, "a time scale"))
    }

    mutating func readEncodedAudioFormat() throws(MessageDamage) -> EncodedSample.AudioFormat {
        guard let codec = EncodedSample.AudioFormat.Codec(rawValue: try readText(limit: 64)) else {
            throw MessageDamage("a codec is unknown")
        }
        let format = try readAudioFormat()
        return EncodedSample.AudioFormat(
            codec: codec, sampleRate: format.sampleRate, channelCount: format.channelCount,
            configuration: Array(try readBytes(limit: 1 << 20)),
            primingFrameCount: Int(try read(in: UInt32(0)...UInt32(Int32.max), "a count")))
    }

    mutating func readEncodedSample() throws(MessageDamage) -> (EncodedSample, MediaType) {
        let type: MediaType = try readFlag() ? .video : .audio
        let presentationTime = try readTime()
        let decodeTime = try readTime()
        let duration = try readOptionalTime()
        let isSync = try readFlag()
        let hiddenUntil = try readOptionalTime()
        var sample = EncodedSample(
            bytes: Array(try readBytes(limit: MessageChannel.maximumLength)),
            presentationTime: presentationTime, decodeTime: decodeTime, duration: duration,
            isSync: isSync)
        sample.hiddenUntil = hiddenUntil
        guard decodeTime.timescale == presentationTime.timescale, !sample.bytes.isEmpty else {
            throw MessageDamage("an encoded sample makes no sense")
        }
        return (sample, type)
    }

    mutating func readAudio() throws(MessageDamage) -> AudioSampleBuffer {
        let format = try readAudioFormat()
        let time = try readTime()
        let bytes = try readBytes(limit: MessageChannel.maximumLength)
        let size = MemoryLayout<Float>.size
        guard !bytes.isEmpty, bytes.count.isMultiple(of: size * format.channelCount) else {
            throw MessageDamage("audio is cut")
        }
        let samples = [Float](unsafeUninitializedCapacity: bytes.count / size) { buffer, count in
            count = bytes.count / size
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
        }
        return AudioSampleBuffer(
            samples: samples, sampleRate: format.sampleRate, channelCount: format.channelCount,
            presentationTime: time)
    }

    /// Options as the reader of a file has sent them.
    mutating func readOptions() throws(MessageDamage) -> MediaFileSource.Options {
        var options = MediaFileSource.Options()
        options.wantsAudio = try readFlag()
        options.decoderThreads = max(1, Int(try read(UInt16.self)))
        if try readFlag() { options.deliversEncodedSamples.insert(.video) }
        if try readFlag() { options.deliversEncodedSamples.insert(.audio) }
        options.allowsPlaylists = try readFlag()
        options.allowsUntrustedServers = try readFlag()
        options.part = try readOptional { (reader) throws(MessageDamage) in
            var part = MediaFileSource.Part(
                start: try reader.readTime(), end: try reader.readOptionalTime())
            part.reportStart = try reader.readTime()
            return part
        }
        return options
    }

    mutating func readFrameIndex() throws(MessageDamage) -> FrameIndex {
        let start = try readTime()
        var last = start.value
        var runs: [FrameIndex.Run] = []
        var frameCount = 0
        let count = try read(in: 0...UInt32(FrameIndex.maximumRunCount), "a count")
        for _ in 0..<count {
            let run = FrameIndex.Run(
                count: Int(try read(in: 1...UInt32(FrameIndex.maximumRunCount), "a count")),
                step: try read(in: 1...Int64.max, "a step"))
            let (ticks, overflow) = Int64(run.count).multipliedReportingOverflow(by: run.step)
            let (end, endOverflow) = last.addingReportingOverflow(ticks)
            guard !overflow, !endOverflow,
                MediaTime(value: end, timescale: start.timescale).isBelievable
            else { throw MessageDamage("a time makes no sense") }
            frameCount += run.count
            guard frameCount <= FrameIndex.maximumRunCount else {
                throw MessageDamage("there are too many frames")
            }
            last = end
            runs.append(run)
        }
        return FrameIndex(start: start, runs: runs)
    }

    private mutating func readOptionalDouble() throws(MessageDamage) -> Double? {
        try readOptional { (reader) throws(MessageDamage) in try reader.readDouble() ?? 0 }
    }

    mutating func readInspection() throws(MessageDamage) -> MediaFileInspection {
        let formatName = Self.line(try readText(limit: FileInputMessage.textLimit))
        let duration = try readOptionalDouble()
        let endTime = try readOptionalDouble()
        var tracks: [MediaFileInspection.Track] = []
        for _ in 0..<(try read(UInt16.self)) {
            let kind = Self.line(try readText(limit: 64))
            let codec = Self.line(try readText(limit: 64))
            var numbers: [Int?] = []
            for _ in 0..<5 {
                numbers.append(
                    try readOptional { (reader) throws(MessageDamage) in
                        Int(try reader.read(UInt32.self))
                    })
            }
            let frameRate = try readOptionalDouble()
            tracks.append(
                MediaFileInspection.Track(
                    kind: kind, codec: codec, width: numbers[0], height: numbers[1],
                    frameRate: frameRate, sampleRate: numbers[2], channelCount: numbers[3],
                    id: numbers[4].map { UInt32($0) },
                    pixelFormat: try readOptional { (reader) throws(MessageDamage) in
                        Self.line(try reader.readText(limit: 64))
                    }))
        }
        let decodedIndex = try readOptional { (reader) throws(MessageDamage) in
            Int(try reader.read(UInt16.self))
        }
        guard decodedIndex.map({ $0 < tracks.count }) ?? true else {
            throw MessageDamage("a track does not exist")
        }
        var description: [String: String] = [:]
        for name in MediaFileInspection.descriptionNames {
            description[name] = try readOptional { (reader) throws(MessageDamage) in
                try reader.readText(limit: FileInputMessage.textLimit)
            }
        }
        return MediaFileInspection(
            formatName: formatName, duration: duration, endTime: endTime, tracks: tracks,
            decodedIndex: decodedIndex, description: description,
            chapterCount: Int(try read(UInt32.self)))
    }
}
