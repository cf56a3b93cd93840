// SPDX-License-Identifier: Apache-2.0
internal import CodeReading
internal import FacePhotos
public import IsolatedInput
internal import ProcessIsolation

extension IsolatedFileInput {
    /// Does not return where the process was started to decode for another one: to be called before anything else,
    /// above all before the program has a second thread.
    ///
    /// That process also reads the metadata of photos and machine-readable codes.
    public static func serveIfAsked() {
        IsolationServer.serveIfAsked([
            FileInputService(), PhotoMetadataService(), CodeReadingService(),
        ])
    }
}
