// SPDX-License-Identifier: Apache-2.0
public import FaceDetectors
public import FaceValues
internal import SystemSupport

/// Which detector to use, and where its model comes from.
public struct DetectorSelection: Sendable, Hashable {
    /// The detectors by name.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// YuNet where its model is found, else CenterFace where its model is, else Haar.
        case automatic = "auto"
        /// The YuNet network; needs a model file.
        case yunet
        /// The CenterFace network; needs a model file.
        case centerface
        /// OpenCV's cascades; need no model file.
        case haar
    }

    /// The detector.
    public var name: Name
    /// The model's name in the manifest; `nil` for its default.
    public var modelName: String?
    /// The folder that is looked through first; `nil` for none.
    public var modelFolder: String?
    /// The longest side of the frame the detector works on, in pixels; `nil` for its default, of a
    /// network two scales.
    public var inputSize: Int?
    /// The height in pixels of the source of the smallest faces that a network is to find; `nil` for its
    /// default. Nothing where there is an ``inputSize``.
    public var smallestFace: Int?
    /// The least confidence of a face, 0...1; `nil` for the detector's default.
    public var scoreThreshold: Double?
    /// Threads the detector may use; `nil` for its default.
    public var threads: Int?
    /// Whether the face mesh looks at found faces again.
    public var mesh: MeshUse
    /// Whether faces keep all points of their mesh, which is always used then, unless it is off.
    public var keepsMeshPoints = false

    /// When the face mesh is used.
    public enum MeshUse: String, Sendable, Hashable, CaseIterable {
        /// Where its model is found.
        case automatic = "auto"
        /// Always; needs its model file.
        case on
        /// Never.
        case off
    }

    /// A selection; by default YuNet where it can be had.
    public init(
        name: Name = .automatic, modelName: String? = nil, modelFolder: String? = nil,
        inputSize: Int? = nil, smallestFace: Int? = nil, scoreThreshold: Double? = nil,
        threads: Int? = nil, mesh: MeshUse = .automatic
    ) {
        self.name = name
        self.modelName = modelName
        self.modelFolder = modelFolder
        self.inputSize = inputSize
        self.smallestFace = smallestFace
        self.scoreThreshold = scoreThreshold
        self.threads = threads
        self.mesh = mesh
    }

    /// The models this process finds.
    package func modelStore() throws(FacecapError) -> ModelStore {
        ModelStore(
            manifest: try ModelManifest.builtIn(),
            folders: ModelFolders.ofThisProcess(named: modelFolder).searchOrder)
    }

    /// Makes the detector.
    ///
    /// `automatic` takes the next best one when there is no model file at all; one that is there but
    /// damaged is an error, never a reason to fall back.
    public func makeDetector() throws(FacecapError) -> any FaceDetector {
        if let modelFolder, !Files.isFolder(modelFolder) {
            throw FacecapError(
                .modelNotFound,
                "There is no folder \(modelFolder) with models; name the one that has them.")
        }
        let store = try modelStore()
        let mesh = try loadMesh(store)
        guard name != .haar else { return try makeHaar(mesh) }
        for entry in try candidates(store.manifest) {
            do throws(FacecapError) {
                return try makeNetwork(try store.load(entry), mesh: mesh)
            } catch {
                guard error.code == .modelNotFound, name == .automatic, modelName == nil else {
                    throw error
                }
            }
        }
        return try makeHaar(mesh)
    }

    /// The model of the face mesh, where it is used.
    private func loadMesh(_ store: ModelStore) throws(FacecapError) -> VerifiedModel? {
        guard mesh != .off, let entry = store.manifest.meshEntry else { return nil }
        if mesh == .automatic, !keepsMeshPoints {
            guard FaceMesh.isFast, store.path(of: entry) != nil else { return nil }
        }
        return try store.load(entry)
    }

    /// The models to be tried, the best first.
    private func candidates(_ manifest: ModelManifest) throws(FacecapError) -> [ModelEntry] {
        guard let modelName else {
            return manifest.defaultEntries.filter {
                name == .automatic || $0.detector == name.rawValue
            }
        }
        let entry = try manifest.entry(named: modelName)
        guard !entry.isMesh else {
            throw FacecapError(
                .invalidArgument,
                "\(modelName) finds no faces: it looks at those that a detector finds; name a"
                    + " detector's model.")
        }
        guard name == .automatic || entry.detector == name.rawValue else {
            throw FacecapError(
                .invalidArgument,
                "The model \(modelName) is one of \(entry.detector), not of \(name.rawValue); name"
                    + " the detector that belongs to it.")
        }
        return [entry]
    }

    private func makeNetwork(
        _ model: VerifiedModel, mesh: VerifiedModel?
    ) throws(FacecapError) -> NetworkDetector {
        var options = NetworkDetector.Options()
        options.inputSize = inputSize
        options.smallestFace = smallestFace
        options.scoreThreshold = scoreThreshold
        options.threads = threads ?? options.threads
        options.keepsMeshPoints = keepsMeshPoints
        let entry = model.entry
        let description = DetectorDescription(
            name: entry.detector, modelName: entry.name, modelSHA256: entry.sha256,
            mesh: mesh.map(Self.description))
        guard let kind = NetworkDetector.Kind(rawValue: entry.detector) else {
            throw FacecapError(
                .modelUnreadable,
                "The model \(entry.name) is for \(entry.detector), which this version does not have."
            )
        }
        return try NetworkDetector(
            kind, model: model.bytes, description: description, options: options,
            mesh: try Self.faceMesh(mesh))
    }

    private static func faceMesh(_ model: VerifiedModel?) throws(FacecapError) -> FaceMesh? {
        guard let model else { return nil }
        return try FaceMesh(model: model.bytes, name: model.entry.name)
    }

    private static func description(_ model: VerifiedModel) -> DetectorDescription.Mesh {
        DetectorDescription.Mesh(modelName: model.entry.name, modelSHA256: model.entry.sha256)
    }

    private func makeHaar(_ mesh: VerifiedModel?) throws(FacecapError) -> HaarDetector {
        var options = HaarDetector.Options()
        if let inputSize { (options.workingSize, options.imageSize) = (inputSize, nil) }
        options.threads = threads ?? options.threads
        options.keepsMeshPoints = keepsMeshPoints
        return try HaarDetector(
            options: options, mesh: try Self.faceMesh(mesh),
            meshDescription: mesh.map(Self.description))
    }
}
