// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vtranscode", path: ".."),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        .executableTarget(
            name: "Playlists", dependencies: [.product(name: "HLS", package: "vtranscode")]),
        .executableTarget(
            name: "CheckPresets",
            dependencies: [.product(name: "Presets", package: "vtranscode")]),
        .executableTarget(
            name: "Embed",
            dependencies: [
                .product(name: "Transcoding", package: "vtranscode"),
                .product(name: "Presets", package: "vtranscode"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .executableTarget(
            name: "OwnQueue", dependencies: [.product(name: "JobQueue", package: "vtranscode")]),
    ]
)
