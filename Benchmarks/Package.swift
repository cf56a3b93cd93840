// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FacecapBenchmarks",
    dependencies: [.package(name: "facecap", path: "..")],
    targets: [
        .executableTarget(
            name: "FacecapBenchmarks",
            dependencies: [.product(name: "Facecap", package: "facecap")])
    ]
)
