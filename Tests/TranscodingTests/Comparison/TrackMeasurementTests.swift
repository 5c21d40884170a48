import Foundation
import Logging
import MediaUnits
import Sandbox
import Storage
import SystemPackage
import TestSupport
import Testing
internal import Transcoding

@testable import MediaModel
@testable import MediaSandbox
@testable import Packaging

/// Segments are measured from their packets; replies are validated against their files.
@Suite struct TrackMeasurementTests {
    private let folder: TemporaryFolder
    private let upload: URL
    private let track: TrackMeasurement.Track

    /// 2 s of video at 10 frames per second, a keyframe each second, as two ranges of a fragmented file.
    init() async throws {
        folder = try TemporaryFolder("measured")
        upload = folder.file("upload.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-pix_fmt", "yuv420p", "-c:v"]
                + [
                    "libx264", "-g", "10", "-bf", "0", "-movflags",
                    "frag_keyframe+empty_moov+default_base_moof",
                ]
                + [FFprobe.path(upload)])
        let bytes = [UInt8](try Data(contentsOf: upload))
        let moofs = bytes.indices.dropFirst(4).filter {
            $0 + 4 <= bytes.count && bytes[$0..<$0 + 4].elementsEqual("moof".utf8)
        }.map { $0 - 4 }
        try #require(moofs.count == 2)
        func part(_ range: Range<Int>) -> TrackMeasurement.FileRange {
            TrackMeasurement.FileRange(path: "upload.mp4", range: range)
        }
        track = TrackMeasurement.Track(
            initialization: part(0..<moofs[0]),
            segments: [part(moofs[0]..<moofs[1]), part(moofs[1]..<bytes.count)])
    }

    private func measure(_ sandboxMode: SandboxMode = .none) async throws -> MeasuredTrack {
        let tracks = try await TrackMeasurement.measure(
            [track], in: folder.url.filePath, madeFrom: Location(upload.filePath),
            sandboxMode: sandboxMode,
            logger: Logger(label: "test"))
        return try #require(tracks.first)
    }

    /// A process with the same reply for any track.
    private func measure(replying track: MeasuredTrack, times: Int = 1) async throws
        -> MeasuredTrack
    {
        let file = folder.file("reply")
        let reply = try JSONEncoder().encode(Array(repeating: track, count: times))
        try (Data("{\"done\":{}}\n".utf8) + reply + Data("\n".utf8)).write(to: file)
        let script = "read -r request; read -r work; cat '\(file.path)'; exec sleep 1000"
        return try await measure(
            .sandbox(.program("/bin/sh", ["-c", script]), stallTimeout: 60))
    }

    @Test func rangesAreMeasuredAsSegments() async throws {
        let measured = try await measure()
        #expect(measured.size == Resolution(width: 64, height: 48))
        #expect(measured.codec?.hasPrefix("avc1.") == true)
        #expect(measured.segments.map(\.bytes) == track.segments.map(\.range.count))
        #expect(measured.segments.map(\.start) == [.zero, Rational(1)])
        #expect(measured.segments.map(\.keyframes) == [[.zero], [Rational(1)]])
        #expect(measured.segments.allSatisfy { $0.startsWithKeyframe })
        // Also in a process of its own.
        let product = try BuiltProgram.path(of: "vtranscode")
        let isolated = try await measure(
            .sandbox(.program(product, [SandboxProcess.argument]), stallTimeout: 60))
        #expect(isolated == measured)
        #expect(try await measure(replying: measured) == measured)
    }

    static let changes: [@Sendable (inout MeasuredTrack) -> Void] = [
        { $0.segments = [] }, { $0.segments.append($0.segments[0]) },
        { $0.segments[0].bytes += 1 }, { $0.segments[0].bytes = -1 },
        { $0.segments[0].videoBytes = -1 },
        { $0.segments[0].videoBytes = $0.segments[0].bytes + 1 },
        { $0.segments[0].start = Rational(.max) }, { $0.segments[0].start = Rational(5) },
        { $0.segments[1].end = Rational(.max) }, { $0.segments[1].tick = .zero },
        { $0.segments[1].keyframes = [Rational(-1)] }, { $0.codec = "avc1.\u{1b}[2J" },
        { $0.codec = "vp09.00" }, { $0.size = Resolution(width: -1, height: 48) },
        { $0.size = Resolution(width: .max, height: .max) },
    ]

    @Test(arguments: changes.indices)
    func implausibleReplyIsRejected(change: Int) async throws {
        var measured = try await measure()
        Self.changes[change](&measured)
        let changed = measured
        let error = await #expect(throws: UploadError.self) { try await measure(replying: changed) }
        #expect(error?.code == .crashed)
    }

    @Test func replyForOtherTracksIsRejected() async throws {
        let measured = try await measure()
        for times in [0, 2] {
            let error = await #expect(throws: UploadError.self) {
                try await measure(replying: measured, times: times)
            }
            #expect(error?.code == .crashed)
        }
    }
}
