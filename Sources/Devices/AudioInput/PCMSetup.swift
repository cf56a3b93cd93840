// SPDX-License-Identifier: Apache-2.0
/// What a device was set to.
struct PCMSetup: Hashable {
    let sampleRate: Int
    let channelCount: Int
    let sampleFormat: PCMSampleFormat
    /// Sample frames after which the reader is woken.
    let periodFrameCount: Int
    /// Sample frames that may wait before some are lost.
    let bufferFrameCount: Int
}
