// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension JSONWriter {
    /// The fields of a source, in the object at hand.
    mutating func source(_ camera: StreamCamera) {
        source(kind: camera.sourceKind, name: camera.sourceName)
        object("video") { json in
            json.member("width", Int(camera.videoSize.width))
            json.member("height", Int(camera.videoSize.height))
            json.pixelAspectRatio(camera.pixelAspectRatio)
            json.member("frame_rate", camera.frameRate, decimals: 6)
        }
    }

    /// The shape of a pixel; nothing where it is square.
    package mutating func pixelAspectRatio(_ ratio: Double) {
        guard ratio != 1 else { return }
        member("pixel_aspect_ratio", ratio, decimals: 6)
    }

    /// Where samples come from.
    mutating func source(kind: String, name: String) {
        object("source") { json in
            json.member("kind", kind)
            json.member("name", name)
        }
    }

    /// What keeps what decodes from everything else; nothing where nothing is decoded.
    mutating func isolation(_ level: IsolationLevel?) {
        member("sandbox", level?.rawValue)
    }

    /// What the records are like, and which facecap wrote them.
    mutating func schema(version: String) {
        member("schema", "facecap/1")
        member("version", version)
    }

    /// What the audio is like.
    mutating func audio(_ header: StreamAudioHeader) {
        object("sound") { json in
            json.member("sample_rate", header.sampleRate)
            json.member("channels", header.channelCount)
        }
    }

    /// A list with an object for each camera that has a name; nothing where none has.
    mutating func cameras<Camera>(
        _ cameras: [(name: String?, camera: Camera)],
        _ fields: (inout JSONWriter, Camera) -> Void
    ) {
        let named = cameras.compactMap { name, camera in name.map { ($0, camera) } }
        guard !named.isEmpty else { return }
        array("cameras") { json in
            for (name, camera) in named {
                json.object { json in
                    json.member("name", name)
                    fields(&json, camera)
                }
            }
        }
    }

    /// Who finds the faces.
    mutating func detector(_ header: StreamHeader) {
        object("detector") { json in
            json.member("name", header.detectorName)
            json.member("model", header.detector.model)
            json.member("model_sha256", header.detector.modelSHA256)
            json.member("kernel", header.detector.kernel)
            json.member("mesh", header.detector.mesh)
            json.member("mesh_sha256", header.detector.meshSHA256)
        }
    }

    /// One moment on the two clocks.
    mutating func clock(_ clock: StreamClock) {
        object("clock") { json in
            json.member("monotonic_ns", clock.monotonicNanoseconds)
            json.member("utc", clock.utcText(monotonicNanoseconds: clock.monotonicNanoseconds))
        }
    }

    /// The space of all positions.
    mutating func space(_ space: StreamSpace) {
        key("space")
        switch space {
        case .displayed: string("displayed")
        case .screen(let size, let gravity):
            string("screen")
            object("screen") { json in
                json.member("width", Int(size.width))
                json.member("height", Int(size.height))
                json.member("gravity", gravity.rawValue)
            }
        }
    }

    /// What became of the frames.
    mutating func frames(_ ledger: FrameLedger) {
        object("frames") { json in
            json.member("captured", ledger.captured)
            json.member("analysed", ledger.analysed)
            json.key("skipped")
            json.counts(ledger.skipped)
            json.key("dropped")
            json.counts(ledger.dropped)
            json.member("lost", ledger.lost)
        }
    }
}
