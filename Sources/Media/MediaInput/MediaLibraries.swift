// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

/// FFmpeg's libraries, which are loaded when they are called first.
package enum MediaLibraries {
    /// Loads all of them now. Without one the program ends with 71 and its name.
    package static func load() {
        for version in [
            avutil_version, swresample_version, swscale_version, avcodec_version, avformat_version,
        ] { _ = version() }
    }
}
