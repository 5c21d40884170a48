import Foundation
import Logging
internal import MediaSandbox
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

/// Packages whose CRF a probe encode has chosen.
@Suite struct ProbeEncodeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("probe-encode") }

    private static func preset(
        _ target: QualityTarget, codec: VideoCodec = .h264, isAdaptive: Bool = false
    ) -> Preset {
        Preset(
            name: "target", description: "Small.",
            video: Video(codec: codec, encoder: .init(point: .economy)),
            ladder: [
                Rung(name: "180p", codec: codec, size: 180, crf: 26, maxrate: .kilobits(800)),
                Rung(name: "90p", codec: codec, size: 90, crf: 26, maxrate: .kilobits(200)),
            ], target: target, isAdaptive: isAdaptive, audio: nil, thumbnails: nil)
    }

    /// Makes a package, and returns its manifest.
    private func packaged(_ upload: URL, _ preset: Preset, jobs: Int = 2) async throws -> Manifest {
        let output = try folder.folder(UUID().uuidString)
        let options = RunOptions(
            output: Location(output.filePath), name: "clip", preset: preset, jobs: jobs,
            memory: 2 << 30,
            force: false, sandboxMode: .none)
        let outcome = try await Pipeline(options, logger: Logger(label: "test")).run([
            Location(upload.filePath)
        ]) { _ in }
        #expect(outcome.results.count == 1)
        return try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: output.appending(path: "clip/manifest.json")))
    }

    private func clip(_ source: String, _ name: String, codec: [String] = []) async throws -> URL {
        let file = folder.file(name)
        let encoder =
            codec.isEmpty ? ["-c:v", "libx264", "-preset", "ultrafast", "-g", "30"] : codec
        try await FFmpeg.run(["-f", "lavfi", "-i", source] + encoder + [FFprobe.path(file)])
        return file
    }

    /// A higher target has a lower CRF and more bytes, and the predicted rates are near those of the package.
    @Test(arguments: [VideoCodec.h264, .hevc])
    func packagesFollowTheTarget(codec: VideoCodec) async throws {
        let upload = try await clip("mandelbrot=s=320x180:r=15:end_scale=0.05,trim=0:12", "m.mp4")
        let low = try await packaged(upload, Self.preset(.xpsnr(34), codec: codec))
        let high = try await packaged(upload, Self.preset(.xpsnr(38), codec: codec))
        var free = 0
        for (low, high) in zip(low.renditions, high.renditions) {
            #expect(try #require(low.crf) > #require(high.crf))
            #expect(low.bytes < high.bytes)
            for rendition in [low, high] {
                #expect(rendition.point == "economy")
                let predicted = try #require(rendition.prediction)
                #expect(predicted.bitrate > 0)
                let ratio = Double(rendition.averageBandwidth) / Double(predicted.bitrate)
                let ceiling = try #require(rendition.ceiling)
                if codec == .h264, predicted.bitrate < ceiling * 9 / 10 {
                    free += 1
                    #expect(abs(predicted.xpsnr - predicted.target) < 0.2)
                    let reached = try #require(rendition.quality?.xpsnr)
                    #expect(abs(reached - predicted.xpsnr) < 1, "\(rendition.name): \(reached)")
                }
                // Playlists count boxes, too, which are a large part of small frames.
                #expect((0.5...2.5).contains(ratio), "\(rendition.name): \(ratio)")
            }
        }
        // No ceiling limits the quality of at least two of the four, or nothing was compared.
        #expect(codec != .h264 || free >= 2)
    }

    /// Neither a target that no CRF reaches nor an unusual upload is an error, and none takes long.
    @Test(
        arguments: [
            // Black, a single frame, a high frame rate, and noise, which no ceiling suffices for.
            ("color=black:s=320x180:r=25:d=4", false), ("testsrc2=s=320x180:r=1:d=1", false),
            ("testsrc2=s=320x180:r=240:d=4", nil),
            ("nullsrc=s=320x180:r=25:d=4,geq=random(1)*255:128:128", true),
        ] as [(String, Bool?)], [VideoCodec.h264, .hevc])
    func unusualUploadsAreEncoded(
        upload: (source: String, isLimited: Bool?), codec: VideoCodec
    ) async throws {
        let (source, isLimited) = upload
        let upload = try await clip(source, "unusual.mkv", codec: ["-c:v", "ffv1", "-g", "1"])
        let manifest = try await packaged(
            upload, Self.preset(.xpsnr(40), codec: codec, isAdaptive: true))
        #expect(!manifest.renditions.isEmpty)
        let finding = manifest.findings.contains { $0.code == .qualityLimited }
        #expect(isLimited.map { $0 == finding } ?? true)
        let ceiling = try #require(manifest.renditions.first?.ceiling)
        let peak = try #require(manifest.renditions.first?.peakBandwidth)
        #expect(Double(peak) <= 1.1 * Double(ceiling), "\(peak)")
    }

    /// The samples are part of the measurement of the upload, not of a run.
    @Test func choicesDoNotDependOnTheNumberOfJobs() async throws {
        let upload = try await clip("testsrc2=s=320x180:r=15:d=9", "t.mp4")
        let one = try await packaged(upload, Self.preset(.high), jobs: 1)
        let four = try await packaged(upload, Self.preset(.high), jobs: 4)
        #expect(one.renditions.map(\.crf) == four.renditions.map(\.crf))
        #expect(one.files.map(\.sha256) == four.files.map(\.sha256))
    }
}
