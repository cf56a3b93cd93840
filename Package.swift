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
    _ name: String, in folder: Folder, _ dependencies: [Target.Dependency] = [],
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder.rawValue)/\(name)",
        resources: resources, swiftSettings: house)
}

/// The tests of one module, in a folder of its name below `Tests`.
func tests(
    _ name: String, in folder: Folder, _ dependencies: [Target.Dependency] = [],
    excluding files: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(folder.rawValue)/\(name)Tests",
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
    ],
    targets: [
        // Base: values and the system; they import nothing above.
        .systemLibrary(name: "CLinux", path: "Sources/Base/CLinux"),
        .systemLibrary(
            name: "CLibMD", path: "Sources/Base/CLibMD", pkgConfig: "libmd",
            providers: [.apt(["libmd-dev"])]),
        .target(name: "CDelayLoading", path: "Sources/Base/CDelayLoading"),
        module("FaceValues", in: .base),
        module("SystemSupport", in: .base, ["FaceValues", "CLinux", "CLibMD"]),
        .target(name: "CIsolation", path: "Sources/Base/CIsolation"),
        module("ProcessIsolation", in: .base, ["FaceValues", "SystemSupport", "CIsolation"]),
        module("CaptureSamples", in: .base, ["FaceValues", "SystemSupport"]),

        // Movies: the bytes of movies, without FFmpeg and OpenCV.
        module("MovieBoxes", in: .movies, ["FaceValues"]),
        module("CodecBitstreams", in: .movies, ["MovieBoxes"]),
        module("TimedMetadata", in: .movies, ["FaceValues", "MovieBoxes"]),
        module("MovieReading", in: .movies, ["FaceValues", "MovieBoxes", "SystemSupport"]),
        module(
            "MovieWriting", in: .movies,
            ["FaceValues", "CaptureSamples", "MovieBoxes", "SystemSupport"]),
        module(
            "MovieEditing", in: .movies,
            [
                "FaceValues", "MovieBoxes", "MovieReading", "MovieWriting", "SystemSupport",
                "TimedMetadata",
            ]),
        module(
            "FaceMovies", in: .movies,
            ["FaceValues", "MovieBoxes", "MovieReading", "TimedMetadata"]),

        // Media: files and streams of any kind, decoded and encoded by FFmpeg.
        .target(name: "CFFmpeg", dependencies: ["CDelayLoading"], path: "Sources/Media/CFFmpeg"),
        .target(name: "CHEIF", dependencies: ["CDelayLoading"], path: "Sources/Media/CHEIF"),
        module(
            "MediaCodecs", in: .media,
            [
                "FaceValues", "CaptureSamples", "CodecBitstreams", "SystemSupport", "CFFmpeg",
                "CHEIF",
            ]),
        module(
            "MediaInput", in: .media,
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "CodecBitstreams", "MediaCodecs",
                "SystemSupport", "CFFmpeg",
            ]),

        module(
            "IsolatedInput", in: .media,
            [
                "FaceValues", "CaptureSamples", "MediaCodecs", "MediaInput", "ProcessIsolation",
                "SystemSupport",
            ]),

        // Vision: faces found in images, followed, drawn and hidden.
        .target(
            name: "CFaceNetworks", path: "Sources/Vision/CFaceNetworks",
            // Highway includes the kernels by their name, once for each kind of processor.
            cxxSettings: [.headerSearchPath(".")],
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "COpenCV", dependencies: ["CDelayLoading", "CFaceNetworks"],
            path: "Sources/Vision/COpenCV",
            cxxSettings: [
                .headerSearchPath("../../../Vendor/opencv-usr"),
                .headerSearchPath("../../../Vendor/opencv-local"),
            ],
            linkerSettings: [.linkedLibrary("m")]),
        .systemLibrary(
            name: "CFreeType", path: "Sources/Vision/CFreeType", pkgConfig: "freetype2 fontconfig",
            providers: [.apt(["libfreetype-dev", "libfontconfig-dev"])]),
        module("OpenCVCalls", in: .vision, ["FaceValues", "CaptureSamples", "COpenCV"]),
        module(
            "FaceDetectors", in: .vision,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "OpenCVCalls", "COpenCV",
                "CFaceNetworks",
            ],
            resources: [
                .embedInCode("Models/manifest.json"), .embedInCode("Models/mesh-shape.csv"),
            ]),
        .target(
            name: "CZXing", dependencies: ["COpenCV"], path: "Sources/Vision/CZXing",
            cxxSettings: [
                .headerSearchPath("../../../Vendor/opencv-usr"),
                .headerSearchPath("../../../Vendor/opencv-local"),
            ],
            linkerSettings: [.linkedLibrary("ZXing")]),
        module(
            "CodeReading", in: .vision,
            ["FaceValues", "CaptureSamples", "ProcessIsolation", "SystemSupport", "CZXing"]),
        module("FaceTracking", in: .vision, ["FaceValues"]),
        module(
            "FaceAnalysis", in: .vision,
            ["FaceValues", "CaptureSamples", "MediaCodecs", "FaceDetectors", "FaceTracking"]),
        module("FaceOverlay", in: .vision, ["FaceValues", "CFreeType"]),
        module(
            "ImageDrawing", in: .vision,
            ["FaceValues", "CaptureSamples", "FaceOverlay", "OpenCVCalls", "COpenCV"]),
        module(
            "FaceRedaction", in: .vision,
            ["FaceValues", "FaceOverlay", "CaptureSamples", "ImageDrawing"]),

        // Devices: cameras, microphones and screens.
        .systemLibrary(
            name: "CV4L2", path: "Sources/Devices/CV4L2", pkgConfig: "libv4l2",
            providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CALSA", path: "Sources/Devices/CALSA", pkgConfig: "alsa",
            providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CXCB", path: "Sources/Devices/CXCB", pkgConfig: "xcb-shm xcb",
            providers: [.apt(["libxcb1-dev", "libxcb-shm0-dev"])]),
        .target(name: "CRasterizer", path: "Sources/Devices/CRasterizer"),
        module("CaptureControls", in: .devices, ["FaceValues"]),
        module(
            "CameraInput", in: .devices,
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "SystemSupport",
                "CodecBitstreams", "MediaCodecs", "CLinux", "CV4L2",
            ]),
        module(
            "AudioInput", in: .devices,
            ["FaceValues", "CaptureSamples", "SystemSupport", "CFFmpeg", "CALSA"]),
        module(
            "ScreenInput", in: .devices, ["FaceValues", "CaptureSamples", "CXCB"]),
        module(
            "SyntheticCapture", in: .devices,
            ["FaceValues", "CaptureSamples", "CaptureControls", "CRasterizer"]),
        module(
            "VideoDeviceOutput", in: .devices,
            ["FaceValues", "CaptureSamples", "SystemSupport", "CLinux", "CV4L2"]),
        module(
            "DeviceDiscovery", in: .devices,
            ["FaceValues", "SystemSupport", "CameraInput", "AudioInput", "CLinux"]),

        // Session: the capture session and its outputs.
        module(
            "FaceCapture", in: .session,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "FaceDetectors", "FaceTracking",
                "FaceAnalysis", "CodeReading", "CaptureControls", "MediaCodecs",
            ]),
        module(
            "FaceRecording", in: .session,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "FaceCapture", "TimedMetadata",
                "MediaCodecs", "MovieBoxes", "MovieWriting", "FaceOverlay", "FaceRedaction",
                "ImageDrawing",
            ]),
        module(
            "AudioPreview", in: .session,
            ["FaceValues", "CaptureSamples", "SystemSupport", "FaceCapture", "CALSA"]),
        .target(
            name: "CExiv2", path: "Sources/Session/CExiv2",
            linkerSettings: [.linkedLibrary("exiv2")]),
        module(
            "FacePhotos", in: .session,
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "SystemSupport",
                "ProcessIsolation", "FaceCapture", "FaceRedaction", "MediaCodecs", "MovieBoxes",
                "CExiv2", "CHEIF",
            ]),
        .systemLibrary(
            name: "CSDL", path: "Sources/Session/CSDL", providers: [.apt(["libsdl2-dev"])]),
        module(
            "FacePreview", in: .session,
            ["FaceValues", "CaptureSamples", "SystemSupport", "FaceOverlay", "CSDL", "CLinux"]),

        // Exchange: faces for other programs and for browsers.
        module("FaceStream", in: .exchange, ["FaceValues", "SystemSupport"]),
        module("FaceExport", in: .exchange, ["FaceValues", "FaceStream", "SystemSupport"]),
        module(
            "FaceReport", in: .exchange,
            [
                "FaceValues", "CaptureSamples", "FaceStream", "FaceExport", "FaceOverlay",
                "FaceMovies", "MovieReading", "MediaInput", "IsolatedInput", "MediaCodecs",
                "SystemSupport",
            ],
            resources: [
                .embedInCode("Page/head.html"), .embedInCode("Page/page.html"),
                .embedInCode("Page/page.css"),
                .embedInCode("Page/elements.js"), .embedInCode("Page/track.js"),
                .embedInCode("Page/labels.js"), .embedInCode("Page/overlay.js"),
                .embedInCode("Page/timeline.js"), .embedInCode("Page/plots.js"),
                .embedInCode("Page/status.js"), .embedInCode("Page/people.js"),
                .embedInCode("Page/movie.js"),
                .embedInCode("Page/tables.js"), .embedInCode("Page/keys.js"),
                .embedInCode("Page/report.js"), .embedInCode("Page/live.js"),
                .embedInCode("Page/evaluation.html"), .embedInCode("Page/analysis.html"),
            ]),
        module(
            "FaceArchives", in: .exchange,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "ProcessIsolation", "MediaInput",
                "IsolatedInput", "FaceDetectors", "FaceTracking", "FaceAnalysis",
            ]),
        .target(
            name: "CMicroHTTPD", dependencies: ["CDelayLoading"],
            path: "Sources/Exchange/CMicroHTTPD"),
        module(
            "FaceServer", in: .exchange,
            [
                "FaceValues", "FaceOverlay", "FaceReport", "FaceStream", "SystemSupport",
                "CMicroHTTPD",
            ]),

        // Apps: the library as one module, and the program.
        .target(name: "CProcess", path: "Sources/Apps/CProcess"),
        module(
            "Facecap", in: .apps,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "FaceDetectors", "FaceTracking",
                "CodeReading", "ProcessIsolation",
                "SyntheticCapture", "MediaInput", "IsolatedInput",
                "CameraInput", "FaceCapture", "AudioInput",
                "AudioPreview", "ScreenInput", "CaptureControls", "DeviceDiscovery", "FaceStream",
                "FaceExport", "TimedMetadata", "MediaCodecs", "MovieWriting", "MovieReading",
                "MovieBoxes", "FaceRecording", "FaceMovies", "MovieEditing", "FaceOverlay",
                "FacePhotos", "FacePreview", "FaceRedaction", "FaceReport", "FaceServer",
                "ImageDrawing", "VideoDeviceOutput",
            ]),
        module("FaceEvaluation", in: .apps, ["FaceValues", "FaceTracking", "SystemSupport"]),
        module(
            "FacecapCommands", in: .apps,
            [
                "Facecap", "FaceAnalysis", "FaceArchives", "FaceEvaluation", "FaceExport",
                "SystemSupport", "ProcessIsolation", "CLinux", "CProcess", "CaptureSamples",
                "MediaCodecs",
            ]),
        .executableTarget(
            name: "FacecapTool", dependencies: ["FacecapCommands"],
            path: "Sources/Apps/FacecapTool", swiftSettings: house),

        // Tests.
        // The inner loops of CFaceNetworks, for which its interface is too far away.
        .target(
            name: "CNetworkChecks", dependencies: ["CFaceNetworks"],
            path: "Tests/Vision/CNetworkChecks",
            cxxSettings: [.headerSearchPath("../../../Sources/Vision/CFaceNetworks")]),
        // Draws machine-readable codes.
        .target(
            name: "CCodeDrawing", path: "Tests/TestSupport/CCodeDrawing",
            linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CSpawning", path: "Tests/TestSupport/CSpawning"),
        .target(
            name: "TestSupport", dependencies: ["CCodeDrawing", "CSpawning"],
            path: "Tests/TestSupport", exclude: ["CCodeDrawing", "CSpawning"], swiftSettings: house),
        // A decoder that does what it may not.
        .target(name: "CMisbehavior", path: "Tests/Media/CMisbehavior"),
        .executableTarget(
            name: "MisbehavingDecoder",
            dependencies: ["IsolatedInput", "ProcessIsolation", "SystemSupport", "CMisbehavior"],
            path: "Tests/Media/MisbehavingDecoder", swiftSettings: house),
        tests("CDelayLoading", in: .base),
        tests("FaceValues", in: .base),
        tests("SystemSupport", in: .base, ["FaceValues"]),
        tests("CaptureSamples", in: .base, ["FaceValues"]),
        tests("ProcessIsolation", in: .base, ["FaceValues", "SystemSupport"]),
        tests("MovieBoxes", in: .movies, ["FaceValues"]),
        tests("CodecBitstreams", in: .movies, ["MovieBoxes"]),
        tests("TimedMetadata", in: .movies, ["FaceValues"]),
        // What the tests of several of these modules need.
        .target(
            name: "MovieTestSupport", dependencies: ["MovieReading"],
            path: "Tests/Movies/MovieTestSupport", swiftSettings: house),
        tests("MovieReading", in: .movies, ["FaceValues", "MovieBoxes", "MovieTestSupport"]),
        tests(
            "MovieWriting", in: .movies,
            ["FaceValues", "CaptureSamples", "SystemSupport", "MovieBoxes"]),
        tests(
            "MovieEditing", in: .movies,
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "MovieReading", "MovieTestSupport",
                "MovieWriting", "TimedMetadata",
            ]),
        tests(
            "FaceMovies", in: .movies,
            [
                "FaceValues", "CaptureSamples", "MovieBoxes", "MovieReading", "MovieWriting",
                "TimedMetadata",
            ]),
        tests(
            "MediaCodecs", in: .media,
            ["FaceValues", "CaptureSamples", "CodecBitstreams", "CFFmpeg"]),
        tests("MediaInput", in: .media, ["FaceValues", "CaptureSamples"]),
        tests(
            "IsolatedInput", in: .media,
            [
                "FaceValues", "CaptureSamples", "MediaInput", "ProcessIsolation", "SystemSupport",
                "FacecapTool", "MisbehavingDecoder",
            ]),
        tests("CFaceNetworks", in: .vision, ["CNetworkChecks"]),
        tests(
            "FaceDetectors", in: .vision,
            ["FaceValues", "CaptureSamples", "MediaCodecs", "SyntheticCapture"]),
        tests(
            "CodeReading", in: .vision,
            ["FaceValues", "CaptureSamples", "ProcessIsolation", "FacecapTool"]),
        tests("FaceTracking", in: .vision, ["FaceValues"]),
        tests(
            "FaceAnalysis", in: .vision,
            ["FaceValues", "CaptureSamples", "FaceDetectors", "SyntheticCapture", "MediaCodecs"]),
        tests("FaceOverlay", in: .vision, ["FaceValues"]),
        tests("ImageDrawing", in: .vision, ["FaceValues", "CaptureSamples", "FaceOverlay"]),
        tests(
            "FaceRedaction", in: .vision,
            ["FaceValues", "SystemSupport", "Facecap", "FaceEvaluation"]),
        tests(
            "CameraInput", in: .devices,
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "SystemSupport",
                "CodecBitstreams", "CLinux",
            ]),
        tests("AudioInput", in: .devices, ["FaceValues", "CaptureSamples", "SystemSupport"]),
        tests("ScreenInput", in: .devices, ["FaceValues", "CaptureSamples"]),
        tests(
            "SyntheticCapture", in: .devices,
            ["FaceValues", "CaptureSamples", "SystemSupport", "CRasterizer"]),
        tests("VideoDeviceOutput", in: .devices, ["FaceValues", "CaptureSamples"]),
        tests("DeviceDiscovery", in: .devices, ["FaceValues", "CameraInput", "AudioInput"]),
        tests(
            "FaceCapture", in: .session,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "FaceDetectors", "FaceAnalysis",
                "SyntheticCapture", "MediaCodecs",
            ]),
        tests(
            "FaceRecording", in: .session,
            [
                "FaceValues", "CaptureSamples", "SystemSupport", "FaceCapture", "FaceDetectors",
                "FaceMovies", "MediaCodecs", "MovieReading", "FaceRedaction",
            ]),
        tests(
            "AudioPreview", in: .session,
            ["FaceValues", "CaptureSamples", "SystemSupport", "FaceCapture"]),
        tests(
            "FacePhotos", in: .session,
            [
                "FaceValues", "CaptureSamples", "CaptureControls", "SystemSupport",
                "ProcessIsolation", "FaceCapture", "FacecapTool", "FaceDetectors",
                "FaceOverlay", "FaceRedaction", "FaceTracking", "MediaCodecs", "MediaInput",
            ]),
        tests(
            "FacePreview", in: .session,
            ["FaceValues", "CaptureSamples", "FaceOverlay", "ScreenInput", "SyntheticCapture"],
            excluding: ["Golden"]),
        tests("FaceStream", in: .exchange, ["FaceValues"]),
        tests(
            "FaceExport", in: .exchange, ["FaceValues", "FaceStream", "FacecapTool"],
            excluding: ["Golden", "Consumers"]),
        tests("FaceReport", in: .exchange, ["FaceValues"]),
        tests("FaceServer", in: .exchange, ["FaceValues"]),
        tests(
            "FaceArchives", in: .exchange,
            [
                "FaceValues", "CaptureSamples", "FaceAnalysis", "FaceDetectors",
                "ProcessIsolation", "SystemSupport",
            ]),
        tests(
            "Facecap", in: .apps,
            [
                "FaceValues", "CaptureSamples", "AudioInput", "CameraInput", "DeviceDiscovery",
                "FaceCapture",
            ]),
        tests("FaceEvaluation", in: .apps, ["FaceValues"]),
        tests(
            "FacecapCommands", in: .apps,
            ["FacecapTool", "FaceValues", "MovieReading", "TimedMetadata"], excluding: ["Golden"]),
        .testTarget(
            name: "DeviceTests",
            dependencies: [
                "Facecap", "FacecapTool", "TestSupport", "SystemSupport", "CALSA",
                "VideoDeviceOutput",
            ],
            path: "Tests/Apps/DeviceTests", swiftSettings: house),
    ],
    cxxLanguageStandard: .cxx17
)

/// Each is a folder of `Fuzzing`, built by `make fuzz` alone: without libFuzzer they have no `main`.
let fuzzers: [String: [Target.Dependency]] = [
    "MovieReader": ["MovieBoxes", "MovieReading", "FaceMovies"],
    "MovieEditing": ["FaceValues", "MovieBoxes", "MovieEditing", "MovieReading"],
    "Photo": ["FacePhotos", "FaceValues"],
    "Network": ["CFaceNetworks"],
    "CodecBitstream": ["CodecBitstreams"],
]

if Context.environment["FACECAP_FUZZING"] != nil {
    package.targets += fuzzers.map { name, dependencies in
        .executableTarget(
            name: "\(name)Fuzzer", dependencies: dependencies, path: "Fuzzing/\(name)",
            swiftSettings: house)
    }
}
