// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

/// The settings of every target; Swift 6 language mode comes with the tools version.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Newer FFmpegs deprecate what 5.1 needs.
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// The settings of every module but LibAV, the only one that touches C media: no C pointer leaves it.
let safe = common + [.strictMemorySafety()]

/// Addresses of library functions are bound at the start, and read-only from then on: an invalid write cannot redirect a
/// call.
///
/// The linker is the toolchain's own: with Debian 13's GNU ld 2.44, the program has no RELRO segment, and gold, which
/// Swift prefers, is a package of its own there.
///
/// Flags that SwiftPM calls unsafe are for root packages, as this one.
let relocations = LinkerSetting.unsafeFlags(
    ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]
        + (readsPackedAddresses
            ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : []),
    .when(platforms: [.linux]))

/// Whether the host's C library reads packed relative addresses, as glibc 2.36 and musl 1.2.4 do: the program has 140,000 such
/// addresses, and a run needs 3 % less memory without their table.
var readsPackedAddresses: Bool {
    #if canImport(Glibc)
        // "glibc 2.36"
        var text = [CChar](repeating: 0, count: 64)
        guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return false }
        let version = String(cString: text).split { !$0.isNumber }.compactMap { Int($0) }
        return !version.lexicographicallyPrecedes([2, 36])
    #else
        return true
    #endif
}

/// Release builds have no symbols and no debug information, which would be half of the program.
///
/// With Swift's libraries inside, the compiler also exports every symbol of the program, and nothing looks them up: tables of
/// 4 MB, which each run reads. What remains is 84 MB; 44 MB of that are ICU's tables, which Foundation's formatters need.
let stripped = LinkerSetting.unsafeFlags(
    ["-Xlinker", "--strip-all", "-Xlinker", "--no-export-dynamic"],
    .when(platforms: [.linux], configuration: .release))

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let lifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A test target for the module of that name; each module has one.
func tests(
    _ module: String, _ more: Target.Dependency..., exclude: [String] = []
) -> Target {
    .testTarget(
        name: module + "Tests",
        dependencies: [.byName(name: module)] + more,
        exclude: exclude,
        swiftSettings: common)
}

let package = Package(
    name: "vtranscode",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "vtranscode", targets: ["vtranscode"]),
        // For programs that embed parts of it; each with the modules that its signatures have types of.
        .library(name: "HLS", targets: ["HLS", "Errors", "MediaUnits"]),
        .library(name: "Presets", targets: ["Presets", "VideoCodecs", "Errors", "MediaUnits"]),
        .library(name: "JobQueue", targets: ["JobQueue", "Errors"]),
        .library(
            name: "Transcoding",
            targets: [
                "Transcoding", "MediaSandbox", "Planning", "MediaModel", "Presets", "Sandbox",
                "VideoCodecs", "Storage", "Errors", "MediaUnits",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        // Command: the command line, parsed and printed.
        .executableTarget(
            name: "vtranscode",
            dependencies: [
                "PresetEvaluation", "StatusServer", "Submission", "Webhooks", "Worker", "JobModel",
                "Conformance", "JobQueue", "Transcoding", "MediaSandbox", "Planning", "MediaModel",
                "Presets", "Sandbox", "Storage", "S3", "Errors", "MediaUnits", argumentParser,
                logging, lifecycle, system,
            ],
            swiftSettings: safe,
            linkerSettings: [relocations, stripped]),

        // Services: evaluation of presets on samples; execution of the queue's tasks; submission of jobs; delivery of
        // events; HTTP API and status page.
        .target(
            name: "PresetEvaluation",
            dependencies: [
                "Transcoding", "Packaging", "Planning", "MediaSandbox", "MediaModel", "Presets",
                "HLS", "Storage", "VideoCodecs", "Scheduling", "MediaUnits", logging,
                system,
            ],
            swiftSettings: safe),
        .target(
            name: "Worker",
            dependencies: [
                "JobModel", "JobQueue", "Transcoding", "MediaSandbox", "MediaModel", "Presets",
                "Scheduling", "Storage", "Errors", logging, lifecycle, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Submission",
            dependencies: [
                "JobModel", "JobQueue", "Transcoding", "MediaModel", "Presets", "Scheduling",
                "Storage", "MediaUnits", crypto, logging, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Webhooks",
            dependencies: ["JobModel", "JobQueue", "MediaUnits", "Transport", crypto, logging],
            swiftSettings: safe),
        .target(
            name: "StatusServer",
            dependencies: [
                "JobModel", "JobQueue", "Scheduling", "Storage", "MediaUnits", hummingbird,
                hummingbirdCore, "Errors", "Transport", nioCore, nioHTTP1, nioHTTPTypes, crypto,
                logging, lifecycle, system,
            ],
            resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js")],
            swiftSettings: safe),

        // Engines: the payloads of jobs as JSON; the queue, which knows no media; from an upload to a published package.
        .target(
            name: "JobModel", dependencies: ["Errors", "MediaUnits", crypto], swiftSettings: safe),
        .target(
            name: "JobQueue",
            dependencies: ["Errors", "Transport", "CLibPQ", "CPlatform", grdb],
            swiftSettings: safe),
        .target(
            name: "Transcoding",
            dependencies: [
                "Probing", "Encoding", "Packaging", "Conformance", "MediaSandbox", "Planning",
                "CuePoints",
                "Captions", "MediaModel", "LibAV", "Presets", "HLS", "Sandbox", "Scheduling",
                "Storage", "VideoCodecs", "Errors", "MediaUnits", crypto, logging, system,
            ],
            swiftSettings: safe),

        // Media: each may import those listed below it.
        .target(
            name: "Probing",
            dependencies: [
                "MediaSandbox", "Planning", "Captions", "MediaModel", "LibAV", "Presets", "HLS",
                "Sandbox", "Storage", "MediaUnits", crypto, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Encoding",
            dependencies: [
                "MediaSandbox", "Planning", "MediaModel", "LibAV", "Sandbox", "Storage",
                "VideoCodecs", "Errors", "MediaUnits", crypto, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Packaging",
            dependencies: [
                "MediaSandbox", "Planning", "MediaModel", "LibAV", "Presets", "HLS", "Sandbox",
                "Scheduling", "Storage", "VideoCodecs", "Errors", "MediaUnits", crypto, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Conformance",
            dependencies: ["MediaSandbox", "MediaModel", "Sandbox", "Storage", system],
            swiftSettings: safe),
        .target(
            name: "MediaSandbox",
            dependencies: [
                "MediaModel", "LibAV", "Presets", "Sandbox", "Scheduling", "Storage", "VideoCodecs",
                "Errors", "MediaUnits", crypto, logging, system,
            ],
            swiftSettings: safe),
        .target(
            name: "Planning",
            dependencies: [
                "Captions", "MediaModel", "Presets", "HLS", "VideoCodecs", "MediaUnits",
            ],
            swiftSettings: safe),
        .target(name: "CuePoints", dependencies: ["MediaUnits"], swiftSettings: safe),
        .target(
            name: "Captions",
            dependencies: [
                "HLS", "Storage", "MediaUnits", system,
            ],
            swiftSettings: safe),
        .target(
            name: "MediaModel",
            dependencies: [
                "Presets", "HLS", "Storage", "VideoCodecs", "Errors", "MediaUnits", system,
            ],
            swiftSettings: safe),

        // Libraries, which do not import one another.
        .target(
            name: "LibAV",
            dependencies: ["CLibAV", "CLibAVShim", "MediaUnits", logging],
            swiftSettings: common),
        .target(
            name: "Presets",
            dependencies: ["CLibYAML", "VideoCodecs", "Errors", "MediaUnits"],
            // A link to presets/ at the root: the shipped presets are inside of the binary.
            resources: [.embedInCode("Shipped")],
            swiftSettings: safe),
        .target(name: "HLS", dependencies: ["Errors", "MediaUnits"], swiftSettings: safe),
        .target(
            name: "Sandbox", dependencies: ["Errors", "CSandbox", logging, system],
            swiftSettings: safe),
        .target(name: "Scheduling", dependencies: ["Errors"], swiftSettings: safe),
        .target(
            name: "Storage",
            dependencies: ["S3", "Transport", "Errors", "MediaUnits", "CPlatform", crypto, system],
            swiftSettings: safe),

        // Units: object storage; HTTP; video codecs as values; rational numbers, sizes and rates; the protocols of errors.
        .target(
            name: "S3", dependencies: ["Transport", "Errors", "MediaUnits", crypto],
            swiftSettings: safe),
        .target(name: "Transport", dependencies: ["CCurlShim"], swiftSettings: safe),
        .target(name: "VideoCodecs", dependencies: ["MediaUnits"], swiftSettings: safe),
        .target(
            name: "MediaUnits", swiftSettings: safe,
            // Rounding needs it; programs with Foundation have it already.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "Errors", swiftSettings: safe),

        // C.
        .systemLibrary(
            name: "CLibAV",
            pkgConfig: "libavformat libavfilter libavcodec libswscale libswresample libavutil",
            providers: [
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev",
                    "libswresample-dev",
                ]),
                .brew(["ffmpeg"]),
            ]),
        .target(name: "CLibAVShim", dependencies: ["CLibAV"]),
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CLibCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(name: "CCurlShim", dependencies: ["CLibCurl"]),
        .systemLibrary(
            name: "CLibYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .target(name: "CPlatform"),
        .target(name: "CSandbox"),

        // Drives a queue for Benchmarks/queue.
        .executableTarget(
            name: "QueueLoad", dependencies: ["JobQueue", argumentParser],
            path: "Benchmarks/QueueLoad", swiftSettings: safe),
        // Simulates the schedule of measured jobs for Benchmarks/scaling.
        .executableTarget(
            name: "ScheduleSimulation", dependencies: ["Scheduling", argumentParser],
            path: "Benchmarks/ScheduleSimulation", swiftSettings: safe),

        tests("MediaUnits"),
        tests("Errors"),
        tests("Transport", "TestSupport"),
        tests("S3", "Transport", "Errors", "MediaUnits", "TestSupport", crypto),
        tests("VideoCodecs", "MediaUnits"),
        tests("CuePoints", "MediaUnits"),
        tests("HLS", "MediaUnits", "TestSupport"),
        tests("Conformance", "MediaSandbox", "Storage", "TestSupport", logging, system),
        tests("Presets", "VideoCodecs", "MediaUnits", exclude: ["Fixtures"]),
        tests("Scheduling", "Errors"),
        tests("ScheduleSimulation"),
        tests("Sandbox", "CSandbox", "Errors", "TestSupport", "SandboxExploit"),
        // Attacks by an upload that controls a sandbox process.
        .target(name: "CExploit", path: "Tests/CExploit"),
        .executableTarget(
            name: "SandboxExploit", dependencies: ["Sandbox", "CExploit", logging],
            path: "Tests/SandboxExploit", swiftSettings: common),
        tests(
            "Storage", "S3", "Transport", "StorageTestSupport", "TestSupport", "CPlatform", system),
        // Stores in memory.
        .target(
            name: "StorageTestSupport", dependencies: ["Storage", system],
            path: "Tests/StorageTestSupport", swiftSettings: common),
        .target(
            name: "TestSupport", dependencies: [logging, system], path: "Tests/TestSupport",
            swiftSettings: common),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: common),
        .testTarget(
            name: "EndToEndTests", dependencies: ["TestSupport", "vtranscode"],
            swiftSettings: common),
        tests("LibAV", "CLibAV", "MediaUnits", "TestSupport", logging),
        // Samples of media info, plans and results.
        .target(
            name: "MediaTestSupport",
            dependencies: [
                "VideoCodecs", "Planning", "MediaModel", "LibAV", "Presets", "HLS", "MediaUnits",
            ],
            path: "Tests/MediaTestSupport", swiftSettings: common),
        tests(
            "MediaModel", "VideoCodecs", "MediaUnits", "Presets", "MediaTestSupport", "TestSupport",
            system),
        tests("Captions", "HLS", "TestSupport"),
        tests(
            "Planning", "Transcoding", "Probing", "Packaging", "MediaSandbox", "Storage",
            "VideoCodecs", "MediaModel", "Presets", "HLS", "MediaUnits", "MediaTestSupport",
            "TestSupport"),
        tests(
            "MediaSandbox", "MediaModel", "Presets", "Sandbox", "Scheduling", "Storage",
            "VideoCodecs", "Errors", "MediaUnits", "TestSupport", logging, system),
        tests(
            "Probing", "Transcoding", "MediaSandbox", "Planning", "Captions", "MediaModel", "LibAV",
            "VideoCodecs", "Presets", "HLS", "Storage", "MediaUnits", "MediaTestSupport",
            "TestSupport", system),
        tests(
            "Encoding", "Packaging", "VideoCodecs", "MediaSandbox", "Planning", "MediaModel",
            "LibAV", "Presets", "Storage", "MediaUnits", "Errors", "MediaTestSupport",
            "TestSupport", exclude: ["Fixtures"]),
        tests(
            "Packaging", "VideoCodecs", "MediaSandbox", "Planning", "MediaModel", "Presets",
            "HLS", "Scheduling", "MediaUnits", "Errors", "MediaTestSupport"),
        tests(
            "Transcoding", "VideoCodecs", "Encoding", "Probing", "Packaging", "MediaSandbox",
            "Planning",
            "MediaModel", "LibAV", "Presets", "HLS", "Sandbox", "Scheduling", "Storage",
            "MediaUnits", "Errors", "MediaTestSupport", "StorageTestSupport", "TestSupport",
            logging, system),
        tests("JobModel", "MediaUnits"),
        tests("JobQueue", "Scheduling", "TestSupport", grdb, grdbSQLite, exclude: ["Fixtures"]),
        // A model of the queue, and a deterministic simulation of the store that the model checks.
        .target(
            name: "QueueSimulation", dependencies: ["JobQueue", "Errors", grdbSQLite],
            path: "Tests/QueueSimulation", swiftSettings: common),
        tests("QueueSimulation"),
        .executableTarget(
            name: "Simulate", dependencies: ["QueueSimulation", argumentParser],
            path: "Tests/Simulate", swiftSettings: common),
        tests(
            "Submission", "JobModel", "JobQueue", "Presets", "Storage", "MediaUnits", "TestSupport",
            logging, system),
        tests("Webhooks", "JobModel", "JobQueue", "TestSupport", logging),
        tests(
            "Worker", "MediaSandbox", "Submission", "JobModel", "JobQueue", "Transcoding",
            "Scheduling", "Storage", "Errors", "TestSupport", logging, system,
            exclude: ["Fixtures"]),
        tests(
            "StatusServer", "JobModel", "JobQueue", "Storage", "Errors", "MediaUnits",
            "TestSupport",
            hummingbird,
            nioCore, nioEmbedded, nioHTTPTypes, logging, lifecycle, system),
        tests(
            "PresetEvaluation", "MediaSandbox", "MediaModel", "Presets", "HLS", "Storage",
            "MediaUnits", "TestSupport", logging),
        tests(
            "vtranscode", "Conformance", "Submission", "StatusServer", "JobModel", "JobQueue",
            "Transcoding",
            "MediaSandbox", "MediaModel", "Sandbox", "Storage", "S3", "HLS", "Errors", "Presets",
            "MediaUnits", "TestSupport", argumentParser, logging, system),
    ]
)

/// `VTRANSCODE_CORE=1` leaves only these tests and what they need: sanitizer stages build no services and no command.
let core: Set = [
    "LibAVTests", "SchedulingTests", "JobQueueTests", "QueueSimulationTests", "Simulate",
]

if Context.environment["VTRANSCODE_CORE"] == "1" {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var (needed, packages): (Set<String>, Set<String>) = ([], [])
    var pending = Array(core)
    while let name = pending.popLast() {
        guard let target = targets[name], needed.insert(name).inserted else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): pending.append(name)
            case .productItem(_, let package, _, _): packages.formUnion([package].compactMap { $0 })
            @unknown default: break
            }
        }
    }
    package.targets = package.targets.filter { needed.contains($0.name) }
    package.products = []
    package.dependencies = package.dependencies.filter { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
        return packages.contains { location.hasSuffix("/" + $0) }
    }
}

/// `VTRANSCODE_OPTIMIZED=1` optimizes these modules in debug builds.
///
/// The scripts set it: these modules read each sample, pixel or byte, or simulate. Programs that embed the package cannot have
/// flags that SwiftPM calls unsafe. JobQueue is missing, since the compiler of Swift 6.3 crashes with it.
let optimized: Set = [
    "LibAV", "Planning", "Encoding", "Probing", "Packaging", "Conformance", "HLS", "Presets", "S3",
    "Storage", "QueueSimulation", "TestSupport", "MediaTestSupport", "EncodingTests",
    "TranscodingTests",
]

if Context.environment["VTRANSCODE_OPTIMIZED"] == "1" {
    for target in package.targets where optimized.contains(target.name) {
        // Whole modules at once, a third of the time of a clean build; with threads, each file has an object, as SwiftPM expects.
        target.swiftSettings?.append(
            .unsafeFlags(
                ["-O", "-whole-module-optimization", "-num-threads", "2"],
                .when(configuration: .debug)))
    }
}
