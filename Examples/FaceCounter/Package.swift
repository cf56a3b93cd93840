// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FaceCounter",
    dependencies: [.package(name: "facecap", path: "../..")],
    targets: [
        .executableTarget(
            name: "FaceCounter", dependencies: [.product(name: "Facecap", package: "facecap")])
    ]
)
