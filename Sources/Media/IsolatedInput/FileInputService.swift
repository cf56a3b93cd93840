// SPDX-License-Identifier: Apache-2.0
internal import MediaCodecs
internal import MediaInput
package import ProcessIsolation

/// Reads and decodes files, addresses and pipes in a worker.
package struct FileInputService: IsolatedService {
    package static let identifier: UInt8 = 1

    /// The service, of which a server has one.
    package init() {}

    /// Loads FFmpeg.
    package func prepare() { MediaLibraries.load() }

    /// Loads libheif.
    package func prepareMore() { HEIFDecoder.load() }

    package func serve(_ channel: MessageChannel, input: Int32) {
        FileInputWorker(channel, input: input).run()
    }
}
