// The whole library under one name: `import Facecap`.
@_exported public import CameraInput
@_exported public import CaptureSamples
@_exported public import FaceCapture
@_exported public import FaceDetectors
@_exported public import FaceExport
@_exported public import FaceGeometry
@_exported public import FaceModels
@_exported public import FaceRecording
@_exported public import FaceStream
@_exported public import FaceTracking
@_exported public import FaceValues
@_exported public import MediaEncoding
@_exported public import MediaInput
@_exported public import MovieBoxes
@_exported public import MovieWriting
@_exported public import SyntheticCapture
@_exported public import TimedMetadata
