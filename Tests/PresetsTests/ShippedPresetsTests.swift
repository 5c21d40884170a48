import Foundation
import MediaUnits
import Presets
import Testing
internal import VideoCodecs

@Suite struct ShippedPresetsTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../presets").standardizedFileURL

    @Test func shippedPresetsAreThoseOfTheFolder() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let names = files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        #expect(Set(names) == Set(Preset.shipped))
        #expect(Preset.shipped.first == "hls-ladder")
    }

    @Test(arguments: Preset.shipped)
    func shippedPresetIsValidAndHasAComment(name: String) throws {
        #expect(try Preset.load(name).name == name)
        let source = try Preset.source(of: name)
        #expect(source.hasPrefix("# "))
        let file = Self.folder.appending(path: "\(name).yaml")
        #expect(source == (try String(contentsOf: file, encoding: .utf8)))
        #expect(try Preset.load(file.path).identity == (try Preset.load(name).identity))
    }

    /// No shipped preset has a level; that of 16:9 is computed.
    @Test(arguments: [
        ("hls-ladder", ["1080p 6000k high 4.0", "720p 3000k high 3.1", "360p 900k main 3.0"]),
        ("hls-ladder-60", ["1080p 9000k high 4.2", "720p 4500k high 3.2", "360p 900k main 3.0"]),
        (
            "hls-ts",
            [
                "720p 2800k main 3.1", "480p 1400k main 3.1", "360p 700k baseline 3.0",
                "240p 350k baseline 2.1",
            ]
        ),
        (
            "hevc-h264",
            [
                "1080p-hevc 4000k main 4.0", "720p-hevc 2000k main 3.1", "1080p 6000k high 4.0",
                "720p 3000k high 3.1", "360p 900k main 3.0",
            ]
        ), ("audio-only", []),
        (
            "shorts",
            [
                "1080p 5000k high 4.0", "720p 2500k high 3.1", "480p 1100k high 3.1",
                "288p 280k main 2.1",
            ]
        ),
        ("compress-low", ["540p 1500k high 3.1"]), ("compress-medium", ["720p 3000k high 3.1"]),
        ("compress-high", ["1080p 7000k high 4.0"]),
    ])
    func shippedLadders(name: String, rungs: [String]) throws {
        let preset = try Preset.load(name)
        func text(_ rung: Rung) -> String {
            "\(rung.name) \(rung.maxrate) \(rung.profile) \(rung.levels(in: preset.video).base)"
        }
        #expect(preset.ladder.map(text) == rungs)
        #expect(preset.ladder.allSatisfy { $0.level == nil })
    }

    /// The CRFs are those of the points (docs/encoding.md), but for targets, where they are a start, and a rung for the slowest
    /// connections.
    @Test(arguments: [
        ("hls-ladder", OperatingPoint.balanced, [25, 25, 25]),
        ("hls-ladder-60", .balanced, [25, 25, 25]), ("hls-ts", .balanced, [25, 25, 25, 25]),
        ("hevc-h264", .balanced, [25, 25, 25, 25, 25]), ("shorts", .quality, [25, 25, 25, 28]),
        ("compress-low", .balanced, [27]), ("compress-medium", .balanced, [25]),
        ("compress-high", .balanced, [22]),
    ])
    func shippedPoints(name: String, point: OperatingPoint, qualities: [Double]) throws {
        let preset = try Preset.load(name)
        #expect(preset.video.encoder == Video.Encoder(point: point))
        #expect(preset.ladder.map(\.crf) == qualities)
    }

    @Test func defaultPresetHasTheDefaults() throws {
        let preset = try Preset.load("hls-ladder")
        #expect(preset.packaging == Packaging())
        #expect(preset.video == Video(encoder: .init(point: .balanced)))
        #expect(preset.audio == Audio())
        #expect(preset.thumbnails == Thumbnails())
        #expect(preset.limits == Limits())
        #expect(preset.ladder[0].bufsize == 9_000_000)
    }

    @Test func compressMakesOneFile() throws {
        let preset = try Preset.load("compress-medium")
        #expect(preset.packaging.container == .mp4)
        #expect(preset.thumbnails == nil)
        #expect(preset.video.encoder.point == .balanced)
        #expect(preset.target == .medium && !preset.isAdaptive)
    }
}
