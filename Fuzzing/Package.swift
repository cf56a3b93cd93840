// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FacecapFuzzing",
    dependencies: [.package(name: "facecap", path: "..")],
    targets: [
        .executableTarget(
            name: "MovieReaderFuzzer",
            dependencies: [
                .product(name: "MovieReading", package: "facecap"),
                .product(name: "FaceMovies", package: "facecap"),
            ])
    ]
)
