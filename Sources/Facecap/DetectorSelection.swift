public import FaceDetectors
public import FaceModels
public import FaceValues

/// Which detector to use, and where its model comes from.
public struct DetectorSelection: Sendable, Hashable {
    /// The detectors by name.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// YuNet where its model is found, else Haar.
        case automatic = "auto"
        /// The YuNet network; needs a model file.
        case yunet
        /// OpenCV's cascades; need no model file.
        case haar
    }

    /// The detector.
    public var name: Name
    /// The model's name in the manifest; `nil` for its default.
    public var modelName: String?
    /// The folder that is looked through first; `nil` for none.
    public var modelFolder: String?
    /// The longest side of the picture the detector works on, in pixels; `nil` for its default.
    public var inputSize: Int?
    /// The least confidence of a face, 0...1; `nil` for the detector's default.
    public var scoreThreshold: Double?
    /// Threads the detector may use; `nil` for its default.
    public var threads: Int?

    /// A selection; by default YuNet where it can be had.
    public init(
        name: Name = .automatic, modelName: String? = nil, modelFolder: String? = nil,
        inputSize: Int? = nil, scoreThreshold: Double? = nil, threads: Int? = nil
    ) {
        self.name = name
        self.modelName = modelName
        self.modelFolder = modelFolder
        self.inputSize = inputSize
        self.scoreThreshold = scoreThreshold
        self.threads = threads
    }

    /// The models this process finds.
    public func modelStore() throws(FacecapError) -> ModelStore {
        ModelStore(
            manifest: try ModelManifest.builtIn(),
            folders: ModelFolders.ofThisProcess(named: modelFolder).searchOrder)
    }

    /// Makes the detector.
    ///
    /// `automatic` takes Haar when there is no model file at all; one that is there but damaged is an
    /// error, never a reason to fall back.
    ///
    /// - Parameter isStill: whether it is for single pictures, which are worth a closer look; an
    ///   ``inputSize`` that was chosen stays.
    public func makeDetector(
        forStillPicture isStill: Bool = false
    ) throws(FacecapError) -> any FaceDetector {
        switch name {
        case .yunet: return try makeYuNet(forStillPicture: isStill)
        case .haar: return try makeHaar()
        case .automatic:
            do throws(FacecapError) {
                return try makeYuNet(forStillPicture: isStill)
            } catch {
                guard error.code == .modelNotFound, modelName == nil else { throw error }
                return try makeHaar()
            }
        }
    }

    private func makeYuNet(forStillPicture isStill: Bool) throws(FacecapError) -> YuNetDetector {
        let model = try modelStore().loadModel(named: modelName)
        var options = YuNetDetector.Options()
        options.inputSize = inputSize ?? (isStill ? 640 : options.inputSize)
        options.scoreThreshold = scoreThreshold ?? options.scoreThreshold
        options.threads = threads ?? options.threads
        return try YuNetDetector(
            model: model.bytes,
            description: DetectorDescription(
                name: "yunet", modelName: model.entry.name, modelSHA256: model.entry.sha256),
            options: options)
    }

    private func makeHaar() throws(FacecapError) -> HaarDetector {
        var options = HaarDetector.Options()
        options.workingSize = inputSize ?? options.workingSize
        options.threads = threads ?? options.threads
        return try HaarDetector(options: options)
    }
}
