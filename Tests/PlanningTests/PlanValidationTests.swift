import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Planning

/// Validation of plans that another process made.
@Suite struct PlanValidationTests {
    private let probed: ProbedUpload
    private let preset: Preset
    private let plan: EncodingPlan

    init() throws {
        probed = try SampleMediaInfo.make()
        preset = Preset(
            name: "validated", description: "Everything.",
            packaging: Packaging(download: true, copyBelow: ByteCount(10_000_000)),
            ladder: [
                Rung(name: "720p", size: 720, maxrate: .kilobits(3000)),
                Rung(name: "360p", size: 360, maxrate: .kilobits(900)),
                Rung(name: "1080p", size: 1080, maxrate: .kilobits(6000)),
            ], audio: Audio(loudness: Loudness()), thumbnails: Thumbnails())
        plan = try Planner(probed, preset: preset).plan()
    }

    @Test func planIsValid() throws {
        try plan.validate(probed, preset)
        // The tests below change members of all of these.
        #expect(!plan.captions.isEmpty && !plan.audio.isEmpty && plan.video?.thumbnails != nil)
        #expect(plan.video?.dropped.isEmpty == false)
    }

    private static let huge = "9000000000000000000"

    /// One number or text of a valid plan is changed.
    @Test(
        arguments: [
            ("container", .text("ts")), ("startingRate", .number(-1)),
            ("startingRate", .number(.max)), ("duration", .text("0")), ("duration", .text(huge)),
            ("duration", .text("5")), ("video", .null),
            ("video.grid.rate", .text("0")), ("video.grid.rate", .text("-30")),
            ("video.grid.rate", .text("10001")), ("video.grid.frameCount", .number(0)),
            ("video.grid.frameCount", .number(.max)), ("video.grid.frameCount", .number(121)),
            ("video.grid.start", .text(huge)), ("video.grid.timeBase", .text("1/25")),
            ("video.grid.tolerance", .text("-1")), ("video.source.stream", .number(7)),
            ("video.source.maximumPixels", .number(.max)),
            ("video.source.frameBytes", .number(-1)), ("video.source.frameBytes", .number(.max)),
            ("video.source.decoderThreads", .number(.max)), ("video.gop", .number(0)),
            ("video.rungs.0.name", .text("../../etc")), ("video.rungs.0.name", .text("360p")),
            ("video.rungs.0.name", .text("")), ("video.rungs.0.size.width", .number(-2)),
            ("video.rungs.0.size.width", .number(.max)), ("video.rungs.0.size.height", .number(3)),
            ("video.rungs.0.divisor", .number(0)), ("video.rungs.0.divisor", .number(-1)),
            ("video.rungs.0.frameRate", .text("0")), ("video.rungs.0.gop", .number(.min)),
            ("video.rungs.0.timescale", .number(0)), ("video.rungs.0.timescale", .number(.max)),
            ("video.rungs.0.ticksPerFrame", .number(-1)), ("video.rungs.0.ceiling", .number(0)),
            ("video.rungs.0.ceiling", .number(.max)), ("video.rungs.0.buffer", .number(.max)),
            ("video.rungs.0.level", .text("4.0\n")),
            ("video.rungs.0.options.preset", .text("a\nb")),
            ("video.rungs.1.scaledFrom", .number(1)), ("video.rungs.1.scaledFrom", .number(-1)),
            ("video.dropped.0.name", .text("x")), ("video.dropped.0.reason", .text("\u{1b}[2J")),
            ("video.segments.0.index", .number(1)), ("video.segments.0.firstFrame", .number(-1)),
            ("video.segments.0.frameCount", .number(0)),
            ("video.segments.0.frameCount", .number(.max)),
            ("video.chunks.0.index", .number(1)), ("video.chunks.0.index", .number(.min)),
            ("video.chunks.0.units.0.frameCount", .number(1)),
            ("video.unit", .text("gop")),
            ("video.thumbnails", .null), ("video.thumbnails.columns", .number(0)),
            ("video.thumbnails.rows", .number(.max)), ("video.thumbnails.every", .text("1/1000")),
            ("video.thumbnails.poster.width", .number(.max)),
            ("video.thumbnails.tile.height", .number(0)),
            ("video.thumbnails.tileFrames.0", .number(-1)),
            ("video.thumbnails.tileFrames.0", .number(.max)),
            ("video.thumbnails.candidateStep", .number(0)),
            ("audio.0.stream", .number(9)), ("audio.0.name", .text("../en")),
            ("audio.0.name", .text("")), ("audio.0.name", .text("en/x")),
            ("audio.0.label", .text("a\"\n#EXT")), ("audio.0.language", .text("../..")),
            ("audio.0.isDefault", .number(0)), ("audio.0.sampleRate", .number(0)),
            ("audio.0.channels", .number(.max)), ("audio.0.bitrate", .number(-1)),
            ("audio.0.loudnessTarget.ceiling", .number(9999)), ("audio.0.start", .text(huge)),
            ("audio.0.sampleCount", .number(0)), ("audio.0.sampleCount", .number(.max)),
            ("audio.0.borders.0", .number(1)), ("audio.0.borders.0", .number(.min)),
            ("audio.0.runStarts.0", .number(1)), ("audio.0.runStarts.0", .number(.min)),
            ("captions.0.name", .text("../de")), ("captions.0.label", .text("\n")),
            ("captions.0.language", .text("/")), ("captions.0.cues.0.start", .number(-1)),
            ("captions.0.cues.0.end", .number(.max)), ("captions.0.cues.0.end", .number(0)),
            ("captions.0.cues.0.start", .number(1_600)), ("captions.0.cues.0.text", .text("")),
            ("captions.0.cues.0.settings", .text("line:0\nNOTE")),
            ("notices.0.code", .text("vfr")), ("notices.0.message", .text("\r")),
        ] as [(String, JSONValue)])
    func invalidValuesAreRefused(path: String, value: JSONValue) throws {
        let changed = try JSONValue.replacing(
            path.split(separator: "."), in: JSONEncoder().encode(plan), with: value)
        #expect(throws: (any Error).self) {
            // A number instead of a Boolean value is not decoded either.
            try JSONDecoder().decode(EncodingPlan.self, from: changed).validate(probed, preset)
        }
    }

    /// Lists have an additional or a missing element.
    @Test(arguments: [
        ["video", "segments"], ["video", "chunks"], ["video", "rungs"], ["audio"], ["captions"],
    ])
    func listsOfAnotherLengthAreRefused(path: [String]) throws {
        let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(plan))
        let changes: [(inout [Any]) -> Void] = [
            { $0.append($0[$0.count - 1]) }, { $0.insert($0[0], at: 0) },
        ]
        for change in changes {
            let changed = try #require(Self.changing(whole, path[...], change))
            let data = try JSONSerialization.data(withJSONObject: changed)
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(EncodingPlan.self, from: data).validate(probed, preset)
            }
        }
        guard ["segments", "chunks"].contains(path.last) else { return }
        let shortened = try #require(Self.changing(whole, path[...]) { $0.removeLast() })
        let data = try JSONSerialization.data(withJSONObject: shortened)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(EncodingPlan.self, from: data).validate(probed, preset)
        }
    }

    private static func changing(
        _ value: Any, _ path: ArraySlice<String>, _ change: (inout [Any]) -> Void
    ) -> Any? {
        guard let key = path.first else {
            guard var list = value as? [Any], !list.isEmpty else { return nil }
            change(&list)
            return list
        }
        guard var object = value as? [String: Any], let child = object[key] else { return nil }
        object[key] = changing(child, path.dropFirst(), change)
        return object[key] == nil ? nil : object
    }

    /// A segment after the last frame, valid in every other way.
    @Test func segmentBeyondTheEndIsRefused() throws {
        var object = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(plan)) as? [String: Any])
        var video = try #require(object["video"] as? [String: Any])
        var segments = try #require(video["segments"] as? [[String: Any]])
        var extra = try #require(segments.last)
        let first = try #require(extra["firstFrame"] as? Int)
        let count = try #require(extra["frameCount"] as? Int)
        extra["index"] = segments.count
        extra["firstFrame"] = first + count
        extra["frameCount"] = 1
        segments.append(extra)
        video["segments"] = segments
        object["video"] = video
        let data = try JSONSerialization.data(withJSONObject: object)
        #expect(throws: ArtifactError.self) {
            try JSONDecoder().decode(EncodingPlan.self, from: data).validate(probed, preset)
        }
    }

    /// GOPs of single frames, valid in every other way: a film would have millions.
    @Test func gopsShorterThanThePresetsAreRefused() throws {
        var object = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(plan)) as? [String: Any])
        var video = try #require(object["video"] as? [String: Any])
        let rungs = try #require(video["rungs"] as? [[String: Any]])
        for gop in [try #require(video["gop"] as? Int), 1] {
            video["gop"] = gop
            video["rungs"] = rungs.map { $0.merging(["gop": gop]) { $1 } }
            object["video"] = video
            let data = try JSONSerialization.data(withJSONObject: object)
            let changed = try JSONDecoder().decode(EncodingPlan.self, from: data)
            if gop > 1 {
                try changed.validate(probed, preset)
            } else {
                #expect(throws: ArtifactError.self) { try changed.validate(probed, preset) }
            }
        }
    }

    /// A plan is valid for one preset and one upload.
    @Test func planOfAnotherPresetIsRefused() throws {
        let others = [
            Preset(
                name: "other", description: "Other rungs.",
                ladder: [Rung(name: "tiny", size: 90, maxrate: .kilobits(200))]),
            Preset(name: "other", description: "Audio alone.", ladder: [], audio: Audio()),
        ]
        for other in others {
            #expect(throws: ArtifactError.self) { try plan.validate(probed, other) }
        }
        let silent = ProbedUpload(
            info: try SamplePlan.info(seconds: Rational(4), audioTracks: []),
            identity: probed.identity, frames: probed.frames, captions: [])
        #expect(throws: ArtifactError.self) { try plan.validate(silent, preset) }
    }
}
