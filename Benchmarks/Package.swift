// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FacecapBenchmarks",
    dependencies: [.package(name: "facecap", path: "..")],
    targets: [
        .target(
            name: "CMultiplyAdd", cxxSettings: [.headerSearchPath(".")],
            linkerSettings: [.linkedLibrary("hwy")]),
        .executableTarget(
            name: "FacecapBenchmarks",
            dependencies: [.product(name: "Facecap", package: "facecap"), "CMultiplyAdd"]),
    ],
    cxxLanguageStandard: .cxx17
)
