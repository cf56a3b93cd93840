// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Only compared with, so that it may be absent.
let libraries =
    FileManager.default.fileExists(atPath: "/usr/include/xnnpack.h")
    ? ["XNNPACK", "pthreadpool"] : []

let package = Package(
    name: "FacecapBenchmarks",
    dependencies: [.package(name: "facecap", path: "..")],
    targets: [
        .target(
            name: "CMultiplyAdd", cxxSettings: [.headerSearchPath(".")],
            linkerSettings: [.linkedLibrary("hwy")]),
        .target(name: "CSubreaper"),
        .target(
            name: "CXNNPACKPass", linkerSettings: libraries.map { .linkedLibrary($0) }),
        .executableTarget(
            name: "FacecapBenchmarks",
            dependencies: [
                .product(name: "Facecap", package: "facecap"), "CMultiplyAdd", "CSubreaper",
                "CXNNPACKPass",
            ]),
    ],
    cxxLanguageStandard: .cxx17
)
