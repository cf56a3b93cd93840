// swift-tools-version: 6.2
import PackageDescription

/// House rules of every Swift target: see CONTRIBUTING.md.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A Swift module of the library; the folder below `Sources` has its name.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The tests of one module, in `Tests/<module>Tests`.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], excluding files: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests",
        exclude: files,
        swiftSettings: house)
}

let package = Package(
    name: "facecap",
    products: [
        .library(name: "Facecap", targets: ["Facecap"]),
        .executable(name: "facecap", targets: ["FacecapTool"]),
        .library(name: "MovieReading", targets: ["MovieReading"]),
        .library(name: "FaceMovies", targets: ["FaceMovies"]),
        .library(name: "TimedMetadata", targets: ["TimedMetadata"]),
    ],
    targets: [
        // C and C++: the only places that see the headers of FFmpeg, OpenCV and the system.
        // Libraries that take long to load are loaded by the first call of one of their functions.
        .target(name: "CDelayLoading"),
        .target(name: "CFFmpeg", dependencies: ["CDelayLoading"]),
        .target(name: "CMicroHTTPD", dependencies: ["CDelayLoading"]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CLibMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(
            name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CV4L", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CXCB", pkgConfig: "xcb-shm xcb",
            providers: [.apt(["libxcb1-dev", "libxcb-shm0-dev"])]),
        // Headers alone: the library is loaded when a preview is asked for.
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(
            name: "CFreeType", pkgConfig: "freetype2 fontconfig",
            providers: [.apt(["libfreetype-dev", "libfontconfig-dev"])]),
        .target(
            name: "CFaceNetworks",
            // Highway includes the kernels by their name, once for each kind of processor.
            cxxSettings: [.headerSearchPath(".")],
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "CFaceDetectors", dependencies: ["CDelayLoading", "CFaceNetworks"],
            cxxSettings: [
                .headerSearchPath("../../Vendor/opencv-usr"),
                .headerSearchPath("../../Vendor/opencv-local"),
            ],
            linkerSettings: [
                .linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("m"),
            ]),
        .target(
            name: "CPictureDrawing",
            cxxSettings: [
                .headerSearchPath("../../Vendor/opencv-usr"),
                .headerSearchPath("../../Vendor/opencv-local"),
            ],
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]),

        .target(name: "CProcess"),
        .target(name: "CExiv2", linkerSettings: [.linkedLibrary("exiv2")]),

        // The ground: values that import nothing but the standard library.
        module("FaceValues"),
        module("FaceGeometry", ["FaceValues"]),
        module("CaptureSamples", ["FaceValues"]),
        module("CaptureControls", ["FaceValues"]),
        module("CaptureQueues", ["FaceValues", "CLinux"]),
        module("SystemPressure", ["FaceValues", "CaptureQueues"]),
        module("SystemSupport", ["FaceValues", "CLinux", "CLibMD"]),
        module("MovieBoxes", ["FaceValues"]),
        module("CodecBitstreams", ["MovieBoxes"]),

        // Movies.
        module(
            "MovieWriting",
            ["FaceValues", "CaptureSamples", "CaptureQueues", "MovieBoxes", "SystemSupport"]),
        module("MovieReading", ["FaceValues", "MovieBoxes", "SystemSupport"]),

        // Faces.
        module("LabelText", ["CFreeType"]),
        module("FaceOverlay", ["FaceValues", "LabelText"]),
        module(
            "PictureDrawing",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceOverlay", "LabelText",
                "CPictureDrawing",
            ]),
        module(
            "FaceDetectors",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "SystemSupport", "CFaceDetectors",
                "CFaceNetworks",
            ]),
        .target(
            name: "FaceModels", dependencies: ["FaceValues", "SystemSupport"],
            resources: [.embedInCode("manifest.json")], swiftSettings: house),
        module("FaceTracking", ["FaceValues"]),
        module(
            "FaceRedaction", ["FaceValues", "FaceOverlay", "CaptureSamples", "PictureDrawing"]),

        // Where frames come from.
        module("SyntheticCapture", ["FaceValues", "CaptureSamples", "CaptureQueues"]),
        module(
            "DeviceDiscovery",
            ["FaceValues", "CaptureQueues", "CameraInput", "SoundInput", "CLinux"]),
        module("MediaDecoding", ["FaceValues", "CaptureSamples", "CaptureQueues", "CFFmpeg"]),
        module("ScreenInput", ["FaceValues", "CaptureSamples", "CaptureQueues", "CXCB"]),
        module(
            "MediaInput",
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "CodecBitstreams", "MediaDecoding",
                "SystemSupport", "CFFmpeg",
            ]),
        module(
            "CameraInput",
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "CaptureQueues",
                "CodecBitstreams", "MediaDecoding", "CLinux", "CV4L",
            ]),
        module(
            "SoundInput",
            ["FaceValues", "CaptureSamples", "CaptureQueues", "CFFmpeg", "CLinux", "CALSA"]),

        // The session, and what leaves it.
        module(
            "FaceCapture",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceDetectors",
                "FaceTracking", "CaptureControls", "SystemPressure",
            ]),
        module(
            "SoundOutput",
            ["FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "CALSA"]),
        module(
            "FacePreview",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceOverlay",
                "LabelText", "CSDL", "CLinux",
            ]),
        module(
            "VideoDeviceOutput", ["FaceValues", "CaptureSamples", "CLinux", "CV4L"]),
        module("FaceStream", ["FaceValues", "FaceGeometry", "SystemSupport"]),

        // Movies with their faces.
        module("TimedMetadata", ["FaceValues", "MovieBoxes"]),
        module(
            "MediaEncoding",
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "CodecBitstreams",
                "SystemSupport", "CFFmpeg",
            ]),
        module(
            "FaceRecording",
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "TimedMetadata",
                "MediaEncoding", "MovieBoxes", "MovieWriting", "FaceRedaction", "SystemSupport",
            ]),
        module(
            "FacePhotos",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceCapture",
                "FaceRedaction", "MediaEncoding", "SystemSupport", "CExiv2",
            ]),
        module(
            "MovieEditing",
            [
                "FaceValues", "MovieBoxes", "MovieReading", "MovieWriting", "SystemSupport",
                "TimedMetadata",
            ]),
        module("FaceExport", ["FaceValues", "FaceGeometry", "FaceStream"]),
        module(
            "FaceMovies",
            ["FaceValues", "FaceGeometry", "MovieBoxes", "MovieReading", "TimedMetadata"]),
        .target(
            name: "FaceReport",
            dependencies: [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceStream", "FaceExport",
                "FaceOverlay", "FaceMovies", "MovieReading", "MediaInput", "MediaEncoding",
                "SystemSupport",
            ],
            resources: [
                .embedInCode("Page/page.html"), .embedInCode("Page/page.css"),
                .embedInCode("Page/elements.js"), .embedInCode("Page/track.js"),
                .embedInCode("Page/labels.js"), .embedInCode("Page/overlay.js"),
                .embedInCode("Page/timeline.js"), .embedInCode("Page/plots.js"),
                .embedInCode("Page/status.js"), .embedInCode("Page/people.js"),
                .embedInCode("Page/movie.js"),
                .embedInCode("Page/tables.js"), .embedInCode("Page/keys.js"),
                .embedInCode("Page/report.js"), .embedInCode("Page/live.js"),
            ], swiftSettings: house),
        module(
            "FaceServer",
            [
                "FaceValues", "CaptureQueues", "FaceOverlay", "FaceReport", "FaceStream",
                "SystemSupport", "CMicroHTTPD",
            ]),
        module(
            "Facecap",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceModels", "FaceDetectors",
                "FaceTracking", "SyntheticCapture", "MediaInput", "CameraInput", "FaceCapture",
                "SoundInput", "SoundOutput", "ScreenInput", "CaptureControls", "DeviceDiscovery",
                "FaceStream", "FaceExport", "TimedMetadata", "MediaEncoding", "MovieWriting",
                "MovieReading", "MovieBoxes", "FaceRecording", "FaceMovies", "MovieEditing",
                "FaceOverlay", "FacePhotos", "FacePreview", "FaceRedaction", "FaceReport",
                "FaceServer", "PictureDrawing", "SystemPressure", "VideoDeviceOutput",
            ]),

        // The program.
        module("FaceEvaluation", ["FaceValues", "SystemSupport"]),
        module(
            "FacecapCommands",
            [
                "Facecap", "FaceEvaluation", "CaptureQueues", "SystemSupport", "CLinux",
                "CProcess", "CaptureSamples",
            ]),
        .executableTarget(
            name: "FacecapTool", dependencies: ["FacecapCommands"], swiftSettings: house),

        // Tests.
        // The inner loops of CFaceNetworks, for which its interface is too far away.
        .target(
            name: "CNetworkChecks", dependencies: ["CFaceNetworks"], path: "Tests/CNetworkChecks",
            cxxSettings: [.headerSearchPath("../../Sources/CFaceNetworks")]),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        tests("FaceValues"),
        tests("SystemSupport", ["FaceValues"]),
        tests("FaceGeometry", ["FaceValues"]),
        tests("CaptureSamples", ["FaceValues"]),
        tests("CaptureQueues"),
        tests("SystemPressure", ["FaceValues", "CaptureQueues"]),
        tests(
            "FaceCapture",
            ["FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceDetectors"]),
        tests("FaceStream", ["FaceValues", "FaceGeometry"]),
        tests(
            "FaceExport", ["FaceValues", "FaceGeometry", "FaceStream", "FacecapTool"],
            excluding: ["Golden", "Consumers"]),
        tests("MediaInput", ["FaceValues", "CaptureSamples"]),
        tests("MovieBoxes", ["FaceValues"]),
        tests("MovieReading", ["FaceValues", "MovieBoxes"]),
        tests("FaceReport", ["FaceValues"]),
        tests("FaceServer", ["FaceValues"]),
        tests("FaceTracking", ["FaceValues"]),
        tests("LabelText"),
        tests("FaceOverlay", ["FaceValues"]),
        tests("VideoDeviceOutput", ["FaceValues", "CaptureSamples"]),
        tests("PictureDrawing", ["FaceValues", "CaptureSamples", "FaceOverlay"]),
        tests(
            "FacePreview",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceOverlay", "ScreenInput",
                "SyntheticCapture",
            ],
            excluding: ["Golden"]),
        tests("FaceRedaction", ["FaceValues", "Facecap", "FaceEvaluation"]),
        tests("FaceEvaluation", ["FaceValues"]),
        tests(
            "CameraInput",
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "CaptureQueues",
                "CodecBitstreams", "CLinux",
            ]),
        tests("DeviceDiscovery", ["FaceValues", "CameraInput", "SoundInput"]),
        tests("SoundInput", ["FaceValues", "CaptureSamples", "CaptureQueues"]),
        tests("SoundOutput", ["FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture"]),
        tests("FaceModels"),
        tests("ScreenInput", ["FaceValues", "CaptureSamples"]),
        .testTarget(
            name: "DeviceTests",
            dependencies: [
                "Facecap", "FacecapTool", "TestSupport", "CaptureQueues", "CALSA",
                "VideoDeviceOutput",
            ],
            swiftSettings: house),
        tests(
            "FacecapCommands", ["FacecapTool", "FaceValues", "MovieReading", "TimedMetadata"],
            excluding: ["Golden"]),
        tests("SyntheticCapture", ["FaceValues", "CaptureSamples", "CaptureQueues"]),
        tests("MovieWriting", ["FaceValues", "CaptureSamples", "CaptureQueues", "MovieBoxes"]),
        tests("CDelayLoading"),
        tests("CFaceNetworks", ["CNetworkChecks"]),
        tests("FaceDetectors", ["FaceValues", "CaptureSamples", "MediaDecoding"]),
        tests("TimedMetadata", ["FaceValues"]),
        tests(
            "FaceMovies",
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "MovieReading", "MovieWriting",
                "TimedMetadata",
            ]),
        tests(
            "FaceRecording",
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "FaceDetectors",
                "FaceMovies", "MediaEncoding", "MovieReading", "FaceRedaction",
            ]),
        tests(
            "FacePhotos",
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "FaceDetectors",
                "FaceOverlay", "FaceRedaction", "FaceTracking", "MediaEncoding", "MediaInput",
            ]),
        tests("CodecBitstreams", ["MovieBoxes"]),
        tests(
            "MovieEditing",
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "MovieReading", "MovieWriting",
                "TimedMetadata",
            ]),
        tests("MediaEncoding", ["FaceValues", "CaptureSamples", "CodecBitstreams", "CFFmpeg"]),
    ],
    cxxLanguageStandard: .cxx17
)
