import Foundation
import MediaUnits
import Testing
internal import VideoCodecs

@testable import Presets

@Suite struct PresetReadingTests {
    private func read(_ text: String) throws -> Preset {
        try #require(Preset.read(Array(text.utf8), file: "p.yaml").preset)
    }

    @Test func omittedValueHasItsDefault() throws {
        let expected = Preset(
            name: "test", description: "One rung.",
            ladder: [Rung(name: "360p", size: 360, maxrate: .kilobits(900))])
        #expect(try read(preset()) == expected)
    }

    @Test func everyKeyCanBeSet() throws {
        let text = """
            name: all
            description: 'Everything, # even this & that'
            packaging: { container: fmp4, segment: 4s, download: true }
            video:
              codec: h264
              gop: 1s
              maxFrameRate: 60000/1001
              encoder:
                preset: slow
                tune: film
                options: { deblock: "1,1", AQ_mode: 3 }
            ladder:
              - name: 720p
                size: 720
                crf: 21.5
                maxrate: 4.5M
                bufsize: 1s
                profile: main
                level: "4.0"
                maxFrameRate: 30
              - { name: 240p, size: 240, maxrate: 300k, bufsize: 500k, profile: baseline }
            audio: { codec: aac, channels: 1, sampleRate: 44.1kHz, bitrate: 96k, maxTracks: 2, loudness: { target: -18.5 LUFS, truePeak: -2dBTP } }
            captions: { maxTracks: 3, beside: false }
            thumbnails:
              poster: { width: 640 }
              storyboard: { every: 2500ms, width: 120, columns: 5, rows: 4 }
            limits:
              bytes: 10GB
              duration: { max: 1h30m, over: trim }
              pixels: 3840x2160
              expansion: 200k
              streams: 20
              packets: 5M
              memory: 2GiB
              time: 12h
              output: 40GB
              formats: all
            quality: none
            """
        let expected = Preset(
            name: "all", description: "Everything, # even this & that",
            packaging: Packaging(segment: Rational(4), download: true),
            video: Video(
                gop: Rational(1), maxFrameRate: Rational(60000, 1001),
                encoder: Video.Encoder(
                    preset: "slow", tune: "film", options: ["deblock": "1,1", "aq-mode": "3"])),
            ladder: [
                Rung(
                    name: "720p", size: 720, crf: 21.5, maxrate: .kilobits(4500),
                    bufsize: 4_500_000, profile: .main, level: "4.0", maxFrameRate: Rational(30)),
                Rung(
                    name: "240p", size: 240, maxrate: .kilobits(300), bufsize: 500_000,
                    profile: .baseline, maxFrameRate: nil),
            ],
            audio: Audio(
                channels: 1, sampleRate: 44100, bitrate: .kilobits(96), maxTracks: 2,
                loudness: Loudness(target: -18.5, truePeak: -2)),
            captions: Captions(maxTracks: 3, beside: false),
            thumbnails: Thumbnails(
                poster: .init(width: 640),
                storyboard: .init(every: Rational(5, 2), width: 120, columns: 5, rows: 4)),
            limits: Limits(
                bytes: ByteCount(10_000_000_000),
                duration: .init(max: Rational(5400), over: .trim), pixels: 3840 * 2160,
                expansion: 200_000, streams: 20,
                packets: 5_000_000, memory: ByteCount(2 << 30), time: Rational(43_200),
                output: ByteCount(40_000_000_000),
                formats: .all))
        let read = try read(text)
        #expect(read.ladder == expected.ladder)
        // For 59.94 frames/s, and for 30.
        #expect(read.ladder.map { $0.levels(in: read.video).base } == ["4.0", "3.0"])
        #expect(read.ladder[1].levels(in: Video()).base == "2.1")
        #expect(read.video == expected.video && read.packaging == expected.packaging)
        #expect(read.audio == expected.audio && read.captions == expected.captions)
        #expect(read.thumbnails == expected.thumbnails)
        #expect(read.limits == expected.limits && read.description == expected.description)
        #expect(read.quality == .none && expected.quality == .measured)
    }

    @Test func noneDisablesAudioCaptionsAndThumbnails() throws {
        let preset = try read(preset(more: "audio: none\ncaptions: none\nthumbnails: none"))
        #expect(preset.audio == nil && preset.captions == nil && preset.thumbnails == nil)
    }

    /// A single value is the maximum duration.
    @Test(arguments: [
        ("10m", Limits.Duration(max: Rational(600))), ("none", Limits.Duration(max: nil)),
        ("{ max: 10m }", Limits.Duration(max: Rational(600))),
        ("{ over: trim }", Limits.Duration(over: .trim)), ("{}", Limits.Duration()),
    ])
    func durationHasAShorthand(text: String, duration: Limits.Duration) throws {
        let limits = try read(preset(more: "limits: { duration: \(text) }")).limits
        #expect(limits == Limits(duration: duration))
    }

    @Test(arguments: ["bytes", "time", "output"])
    func noneIsNoLimit(key: String) throws {
        let limits = try read(preset(more: "limits: { \(key): none }")).limits
        #expect(limits != Limits())
        let isUnlimited = [
            "bytes": limits.bytes == nil, "time": limits.time == nil,
            "output": limits.output == nil,
        ]
        #expect(isUnlimited.filter(\.value).map(\.key) == [key])
        // Sandbox processes get the limits as JSON.
        let coded = try JSONDecoder().decode(Limits.self, from: JSONEncoder().encode(limits))
        #expect(coded == limits)
    }

    /// Keys of packages and jobs are derived from identities and resolved texts, which defaults do not change.
    @Test func defaultsOfNewLimitsChangeNeitherIdentityNorText() throws {
        let plain = try read(preset())
        #expect(plain.limits.formats == .modern && plain.limits.output == Limits.mostOutput)
        #expect(!plain.identity.contains("formats") && !plain.identity.contains("output"))
        let written = preset(more: "limits: { formats: modern, output: 500GB }")
        #expect(try read(written).identity == plain.identity)
        let all = try read(preset(more: "limits: { formats: all }"))
        #expect(all.identity != plain.identity && all.limits.formats == .all)
        let resolved = Preset.read(Array(written.utf8), file: "p.yaml").resolved
        #expect(resolved?.contains("formats") == false && resolved?.contains("output") == false)
    }

    /// An option's value replaces the preset's own, in the preset and in the resolved text.
    @Test(arguments: [
        "", "limits: {}", "limits: { formats: modern, streams: 7 }", "limits: { formats: all }",
    ])
    func formatsCanBeReplaced(limits: String) throws {
        let bytes = Array(preset(more: limits).utf8)
        let streams = limits.contains("streams") ? 7 : Limits().streams
        for formats in FormatSet.allCases {
            let review = Preset.read(bytes, file: "p.yaml", formats: formats)
            #expect(review.preset?.limits == Limits(streams: streams, formats: formats))
            let text = try #require(review.resolved)
            #expect(text.contains("  formats: all\n") == (formats == .all))
            #expect(try read(text).limits == Limits(streams: streams, formats: formats))
        }
    }

    /// Problems of the limits are reported with and without an option.
    @Test func invalidLimitsAreReportedForAllFormats() {
        let bytes = Array(preset(more: "limits: 5").utf8)
        let review = Preset.read(bytes, file: "p.yaml", formats: .all)
        #expect(review.preset == nil)
        #expect(review.problems.contains { $0.description.contains("limits is a single value") })
    }

    @Test func singleFileHasNoThumbnailsByDefault() throws {
        #expect(try read(preset(packaging: "{ container: mp4 }")).thumbnails == nil)
    }

    /// Lines end with LF, CRLF or CR, and a byte order mark is not part of the text.
    @Test(arguments: ["\r\n", "\r"])
    func lineBreaksOfOtherSystemsAreRead(lineBreak: String) throws {
        let text = "\u{FEFF}" + preset().split(separator: "\n").joined(separator: lineBreak)
        #expect(try read(text) == (try read(preset())))
    }

    /// YAML 1.1 reads these as false, 90 and 1000.
    @Test(arguments: ["no", "1:30", "1e3"])
    func scalarsAreText(word: String) throws {
        let text = preset().replacing("One rung.", with: word)
        #expect(try read(text).description == word)
    }

    @Test(arguments: [
        ("none", Loudness?.none), ("{}", Loudness()),
        ("{ target: -23LUFS }", Loudness(target: -23)),
        ("{ truePeak: 0 dbtp }", Loudness(truePeak: 0)),
    ])
    func loudnessHasDefaultsAndCanBeDisabled(text: String, loudness: Loudness?) throws {
        #expect(try read(preset(more: "audio: { loudness: \(text) }")).audio?.loudness == loudness)
        #expect(try read(preset()).audio?.loudness == nil)
    }

    @Test func identityIgnoresNotation() throws {
        let plain = try read(preset()).identity
        let rewritten = preset(video: "{ encoder: {}, gop: 2000ms }  # as always")
            .replacing("One rung.", with: "Another sentence.")
        #expect(try read(rewritten).identity == plain)
        #expect(try read(preset(video: "{ gop: 3s }")).identity != plain)
        #expect(plain.hasPrefix(#"{"audio":{"bitrate":128000,"channels":2,"codec":"aac""#))
        #expect(plain == (try read(preset()).identity))
    }
}
