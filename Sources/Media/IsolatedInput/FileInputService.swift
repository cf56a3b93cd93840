internal import CFFmpeg
package import ProcessIsolation

/// Reads and decodes files, addresses and pipes in a worker.
package struct FileInputService: IsolatedService {
    package static let identifier: UInt8 = 1

    /// The service, of which a server has one.
    package init() {}

    /// Loads FFmpeg.
    package func prepare() {
        for version in [
            avutil_version, swresample_version, swscale_version, avcodec_version, avformat_version,
        ] { _ = version() }
    }

    package func serve(_ channel: MessageChannel, input: Int32) {
        FileInputWorker(channel, input: input).run()
    }
}
