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

/// The folders of `Sources`: modules import only from their own folder and those before it, which
/// `Scripts/module-graph` checks.
enum Folder: String {
    case base = "Base"
    case movies = "Movies"
    case media = "Media"
    case vision = "Vision"
    case devices = "Devices"
    case session = "Session"
    case exchange = "Exchange"
    case apps = "Apps"
}

/// A Swift module of the library, in a folder of its name.
func module(
    _ name: String, in folder: Folder, _ dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder.rawValue)/\(name)",
        swiftSettings: house)
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
        // Base: values and the system; they import nothing above.
        .systemLibrary(name: "CLinux", path: "Sources/Base/CLinux"),
        .systemLibrary(
            name: "CLibMD", path: "Sources/Base/CLibMD", pkgConfig: "libmd",
            providers: [.apt(["libmd-dev"])]),
        .target(name: "CDelayLoading", path: "Sources/Base/CDelayLoading"),
        module("SystemSupport", in: .base, ["FaceValues", "CLinux", "CLibMD"]),
        module("FaceValues", in: .base),
        module("FaceGeometry", in: .base, ["FaceValues"]),
        module("CaptureSamples", in: .base, ["FaceValues"]),
        module("CaptureQueues", in: .base, ["FaceValues", "CLinux"]),

        // Movies: the bytes of movies, without FFmpeg and OpenCV.
        module("MovieBoxes", in: .movies, ["FaceValues"]),
        module("CodecBitstreams", in: .movies, ["MovieBoxes"]),
        module("TimedMetadata", in: .movies, ["FaceValues", "MovieBoxes"]),
        module("MovieReading", in: .movies, ["FaceValues", "MovieBoxes", "SystemSupport"]),
        module(
            "MovieWriting", in: .movies,
            ["FaceValues", "CaptureSamples", "CaptureQueues", "MovieBoxes", "SystemSupport"]),
        module(
            "MovieEditing", in: .movies,
            [
                "FaceValues", "MovieBoxes", "MovieReading", "MovieWriting", "SystemSupport",
                "TimedMetadata",
            ]),
        module(
            "FaceMovies", in: .movies,
            ["FaceValues", "FaceGeometry", "MovieBoxes", "MovieReading", "TimedMetadata"]),

        // Media: files and streams of any kind, decoded and encoded by FFmpeg.
        .target(name: "CFFmpeg", dependencies: ["CDelayLoading"], path: "Sources/Media/CFFmpeg"),
        module(
            "MediaDecoding", in: .media,
            ["FaceValues", "CaptureSamples", "CaptureQueues", "CFFmpeg"]),
        module(
            "MediaEncoding", in: .media,
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "CodecBitstreams",
                "SystemSupport", "CFFmpeg",
            ]),
        module(
            "MediaInput", in: .media,
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "CodecBitstreams", "MediaDecoding",
                "SystemSupport", "CFFmpeg",
            ]),

        // Vision: faces found in images, followed, drawn and hidden.
        .target(
            name: "CFaceNetworks", path: "Sources/Vision/CFaceNetworks",
            // Highway includes the kernels by their name, once for each kind of processor.
            cxxSettings: [.headerSearchPath(".")],
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "CFaceDetectors", dependencies: ["CDelayLoading", "CFaceNetworks"],
            path: "Sources/Vision/CFaceDetectors",
            cxxSettings: [
                .headerSearchPath("../../../Vendor/opencv-usr"),
                .headerSearchPath("../../../Vendor/opencv-local"),
            ],
            linkerSettings: [
                .linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("m"),
            ]),
        .target(
            name: "CPictureDrawing", path: "Sources/Vision/CPictureDrawing",
            cxxSettings: [
                .headerSearchPath("../../../Vendor/opencv-usr"),
                .headerSearchPath("../../../Vendor/opencv-local"),
            ],
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]),
        .systemLibrary(
            name: "CFreeType", path: "Sources/Vision/CFreeType", pkgConfig: "freetype2 fontconfig",
            providers: [.apt(["libfreetype-dev", "libfontconfig-dev"])]),
        module(
            "FaceDetectors", in: .vision,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "SystemSupport", "CFaceDetectors",
                "CFaceNetworks",
            ]),
        .target(
            name: "FaceModels", dependencies: ["FaceValues", "SystemSupport"],
            path: "Sources/Vision/FaceModels",
            resources: [.embedInCode("manifest.json")], swiftSettings: house),
        module("FaceTracking", in: .vision, ["FaceValues"]),
        module("LabelText", in: .vision, ["CFreeType"]),
        module("FaceOverlay", in: .vision, ["FaceValues", "LabelText"]),
        module(
            "PictureDrawing", in: .vision,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceOverlay", "LabelText",
                "CPictureDrawing",
            ]),
        module(
            "FaceRedaction", in: .vision,
            ["FaceValues", "FaceOverlay", "CaptureSamples", "PictureDrawing"]),

        // Devices: cameras, microphones and screens.
        .systemLibrary(
            name: "CV4L", path: "Sources/Devices/CV4L", pkgConfig: "libv4l2",
            providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CALSA", path: "Sources/Devices/CALSA", pkgConfig: "alsa",
            providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CXCB", path: "Sources/Devices/CXCB", pkgConfig: "xcb-shm xcb",
            providers: [.apt(["libxcb1-dev", "libxcb-shm0-dev"])]),
        module("CaptureControls", in: .devices, ["FaceValues"]),
        module(
            "CameraInput", in: .devices,
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "CaptureQueues",
                "CodecBitstreams", "MediaDecoding", "CLinux", "CV4L",
            ]),
        module(
            "SoundInput", in: .devices,
            ["FaceValues", "CaptureSamples", "CaptureQueues", "CFFmpeg", "CLinux", "CALSA"]),
        module(
            "ScreenInput", in: .devices, ["FaceValues", "CaptureSamples", "CaptureQueues", "CXCB"]),
        module(
            "SyntheticCapture", in: .devices, ["FaceValues", "CaptureSamples", "CaptureQueues"]),
        module(
            "VideoDeviceOutput", in: .devices, ["FaceValues", "CaptureSamples", "CLinux", "CV4L"]),
        module(
            "DeviceDiscovery", in: .devices,
            ["FaceValues", "CaptureQueues", "CameraInput", "SoundInput", "CLinux"]),

        // Session: the capture session and its outputs.
        module("SystemPressure", in: .session, ["FaceValues", "CaptureQueues"]),
        module(
            "FaceCapture", in: .session,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceDetectors",
                "FaceTracking", "CaptureControls", "SystemPressure",
            ]),
        module(
            "FaceRecording", in: .session,
            [
                "FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "TimedMetadata",
                "MediaEncoding", "MovieBoxes", "MovieWriting", "FaceRedaction", "SystemSupport",
            ]),
        module(
            "SoundOutput", in: .session,
            ["FaceValues", "CaptureSamples", "CaptureQueues", "FaceCapture", "CALSA"]),
        .target(
            name: "CExiv2", path: "Sources/Session/CExiv2",
            linkerSettings: [.linkedLibrary("exiv2")]),
        module(
            "FacePhotos", in: .session,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceCapture",
                "FaceRedaction", "MediaEncoding", "SystemSupport", "CExiv2",
            ]),
        .systemLibrary(
            name: "CSDL", path: "Sources/Session/CSDL", providers: [.apt(["libsdl2-dev"])]),
        module(
            "FacePreview", in: .session,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "CaptureQueues", "FaceOverlay",
                "LabelText", "CSDL", "CLinux",
            ]),

        // Exchange: faces for other programs and for browsers.
        module("FaceStream", in: .exchange, ["FaceValues", "FaceGeometry", "SystemSupport"]),
        module("FaceExport", in: .exchange, ["FaceValues", "FaceGeometry", "FaceStream"]),
        .target(
            name: "FaceReport",
            dependencies: [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceStream", "FaceExport",
                "FaceOverlay", "FaceMovies", "MovieReading", "MediaInput", "MediaEncoding",
                "SystemSupport",
            ], path: "Sources/Exchange/FaceReport",
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
        .target(
            name: "CMicroHTTPD", dependencies: ["CDelayLoading"],
            path: "Sources/Exchange/CMicroHTTPD"),
        module(
            "FaceServer", in: .exchange,
            [
                "FaceValues", "CaptureQueues", "FaceOverlay", "FaceReport", "FaceStream",
                "SystemSupport", "CMicroHTTPD",
            ]),

        // Apps: the library as one module, and the program.
        .target(name: "CProcess", path: "Sources/Apps/CProcess"),
        module(
            "Facecap", in: .apps,
            [
                "FaceValues", "FaceGeometry", "CaptureSamples", "FaceModels", "FaceDetectors",
                "FaceTracking", "SyntheticCapture", "MediaInput", "CameraInput", "FaceCapture",
                "SoundInput", "SoundOutput", "ScreenInput", "CaptureControls", "DeviceDiscovery",
                "FaceStream", "FaceExport", "TimedMetadata", "MediaEncoding", "MovieWriting",
                "MovieReading", "MovieBoxes", "FaceRecording", "FaceMovies", "MovieEditing",
                "FaceOverlay", "FacePhotos", "FacePreview", "FaceRedaction", "FaceReport",
                "FaceServer", "PictureDrawing", "SystemPressure", "VideoDeviceOutput",
            ]),
        module("FaceEvaluation", in: .apps, ["FaceValues", "SystemSupport"]),
        module(
            "FacecapCommands", in: .apps,
            [
                "Facecap", "FaceEvaluation", "CaptureQueues", "SystemSupport", "CLinux",
                "CProcess", "CaptureSamples",
            ]),
        .executableTarget(
            name: "FacecapTool", dependencies: ["FacecapCommands"],
            path: "Sources/Apps/FacecapTool", swiftSettings: house),

        // Tests.
        // The inner loops of CFaceNetworks, for which its interface is too far away.
        .target(
            name: "CNetworkChecks", dependencies: ["CFaceNetworks"], path: "Tests/CNetworkChecks",
            cxxSettings: [.headerSearchPath("../../Sources/Vision/CFaceNetworks")]),
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
