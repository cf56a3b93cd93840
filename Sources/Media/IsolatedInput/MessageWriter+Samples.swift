// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaInput
internal import ProcessIsolation

extension MessageWriter {
    mutating func write(_ format: VideoFormat) {
        write(UInt32(clamping: format.width))
        write(UInt32(clamping: format.height))
        write(format.frameRate)
        write(format.orientation)
        write(format.color) { $0.write($1) }
        write(format.pixelAspectRatio)
    }

    private mutating func write(_ color: EncodedSample.VideoFormat.Color) {
        write(color.primaries)
        write(color.transfer)
        write(color.matrix)
        write(color.isFullRange)
    }

    mutating func write(_ shape: VideoFormat.PixelAspectRatio) {
        write(shape.horizontalSpacing)
        write(shape.verticalSpacing)
    }

    mutating func write(_ format: AudioFormat) {
        write(UInt32(clamping: format.sampleRate))
        write(UInt16(clamping: format.channelCount))
    }

    mutating func write(_ format: EncodedSample.VideoFormat) {
        write(format.codec.rawValue)
        write(UInt32(clamping: format.width))
        write(UInt32(clamping: format.height))
        write(format.orientation)
        write(format.configuration)
        write(format.color) { $0.write($1) }
        write(format.pixelAspectRatio)
        write(format.timescale)
    }

    mutating func write(_ format: EncodedSample.AudioFormat) {
        write(format.codec.rawValue)
        write(UInt32(clamping: format.sampleRate))
        write(UInt16(clamping: format.channelCount))
        write(format.configuration)
        write(UInt32(clamping: format.primingFrameCount))
    }

    mutating func write(_ sample: EncodedSample, _ type: MediaType) {
        write(type == .video)
        write(sample.presentationTime)
        write(sample.decodeTime)
        write(sample.duration) { $0.write($1) }
        write(sample.isSync)
        write(sample.hiddenUntil) { $0.write($1) }
        write(sample.bytes)
    }

    mutating func write(_ audio: AudioSampleBuffer) {
        write(audio.format)
        write(audio.presentationTime)
        audio.samples.withUnsafeBytes { write($0) }
    }

    mutating func write(_ options: MediaFileSource.Options) {
        write(options.wantsAudio)
        write(UInt16(clamping: options.decoderThreads))
        write(options.deliversEncodedSamples.contains(.video))
        write(options.deliversEncodedSamples.contains(.audio))
        write(options.allowsPlaylists)
        write(options.allowsUntrustedServers)
        write(options.part) { writer, part in
            writer.write(part.start)
            writer.write(part.end) { $0.write($1) }
            writer.write(part.reportStart)
        }
    }

    mutating func write(_ inspection: MediaFileInspection) {
        write(inspection.formatName)
        write(inspection.duration)
        write(inspection.endTime)
        write(UInt16(clamping: inspection.tracks.count))
        for track in inspection.tracks.prefix(Int(UInt16.max)) {
            write(track.kind)
            write(track.codec)
            let numbers = [track.width, track.height, track.sampleRate, track.channelCount]
            for number in numbers + [track.id.map { Int($0) }] {
                // What no decoder has looked at may claim less than nothing.
                write(number.flatMap { UInt32(exactly: $0) }) { $0.write($1) }
            }
            write(track.frameRate)
            write(track.pixelFormat) { $0.write($1) }
        }
        write(inspection.decodedIndex) { $0.write(UInt16(clamping: $1)) }
        for name in MediaFileInspection.descriptionNames {
            write(inspection.description[name]) { $0.write($1) }
        }
        write(UInt32(clamping: inspection.chapterCount))
    }

    mutating func write(_ index: FrameIndex) {
        write(index.start)
        write(UInt32(clamping: index.runs.count))
        for run in index.runs {
            write(UInt32(clamping: run.count))
            write(run.step)
        }
    }
}
