import Foundation
import LibAV
import MediaTestSupport
import MediaUnits
import Presets
import TestSupport
import Storage
import Testing
internal import VideoCodecs

@testable import MediaModel
@testable import MediaSandbox
@testable import Planning

/// The stream matches the playlist, as read from its bytes, from x264's own record of its settings, and by ffprobe.
@Suite struct EncodedStreamTests {
    /// Silences x264's log.
    init() { LibAVProcess.prepare(logger: nil) }

    private struct Encoded {
        /// SPS and PPS.
        let configuration: [UInt8]
        var packets: [(number: Int, isKey: Bool, bytes: [UInt8])] = []
        var bytes: [UInt8] { packets.reduce(into: configuration) { $0 += $1.bytes } }
    }

    /// The highest rung of a shipped preset for a source of a size.
    private func rung(_ width: Int, _ height: Int) throws -> RungPlan {
        let planner = LadderPlanner(
            source: Resolution(width: width, height: height), gridRate: Rational(30),
            preset: try Preset.load("hls-ladder"))
        return try #require(planner.plan(gop: 60, divisors: planner.divisors()).rungs.first)
    }

    /// A rung of 192x108 whose preset asks x264 for three B-pictures between others.
    private func rung(_ codec: VideoCodec, at rate: Rational) throws -> RungPlan {
        let preset = Preset(
            name: "low", description: "One rung.",
            video: Video(encoder: Video.Encoder(options: ["bframes": "3", "b-adapt": "0"])),
            ladder: [
                Rung(
                    name: "108p", codec: codec, size: 108, maxrate: .kilobits(400), profile: .main)
            ])
        let planner = LadderPlanner(
            source: Resolution(width: 192, height: 108), gridRate: rate, preset: preset)
        let rungs = planner.plan(gop: (rate * 2).ceiling, divisors: planner.divisors()).rungs
        return try #require(rungs.first)
    }

    private func encoder(_ rung: RungPlan) throws -> Encoder {
        try Encoder(
            rung.codec.model.encoder,
            .video(size: rung.size, pixelFormat: "yuv420p", frameRate: rung.frameRate),
            options: rung.options, subject: rung.name)
    }

    private func encode(_ rung: RungPlan, frames: Int, _ pixels: (Int) -> [UInt8]) throws
        -> Encoded
    {
        let encoder = try encoder(rung)
        var encoded = Encoded(configuration: encoder.configuration)
        func take(_ packet: borrowing Packet) {
            encoded.packets.append(
                (packet.presentationTime ?? -1, packet.isKey, packet.copyBytes()))
        }
        for number in 0..<frames {
            let frame = try Frame(pixels: pixels(number)[...], size: rung.size, format: "yuv420p")
            frame.presentationTime = number
            try encoder.encode(frame, take)
        }
        try encoder.drain(take)
        return encoded
    }

    /// hls-ladder.yaml: 1080p has CRF 25, at most 6000 kb/s in a buffer of 1.5 s, High, level 4.0, balanced; a GOP of 2 s
    /// has 60 frames.
    @Test func streamHasThePresetsSettings() async throws {
        let rung = try rung(1920, 1080)
        let encoded = try encode(rung, frames: 1) { _ in
            TestFrame.quarters([40, 90, 140, 190], rung.size)
        }
        // H.264, 7.3.2.1.1: an SPS starts with the profile (High is 100), its constraints and ten times the level.
        #expect(encoded.configuration.prefix(8) == [0, 0, 0, 1, 0x67, 100, 0, 40])
        // A user data message with all settings that x264 runs with, as it would name them on a command line.
        let message = String(decoding: encoded.packets[0].bytes.prefix(2000), as: UTF8.self)
        let settings = Set(message.split { $0 == " " || $0 == "\0" }.map(String.init))
        for setting in [
            "rc=crf", "crf=25.0", "vbv_maxrate=6000", "vbv_bufsize=9000", "keyint=60", "scenecut=0",
            "threads=1", "zones=0,0,b=1.4",
            // The settings of the point `balanced`.
            "ref=1", "subme=1", "rc_lookahead=8", "mbtree=1", "trellis=0", "deadzone=11,6",
            "bframes=0",
        ] {
            #expect(settings.contains(setting), "\(setting): \(message)")
        }
        let folder = try TemporaryFolder("encoded")
        let file = folder.file("one.h264")
        try Data(encoded.bytes).write(to: file)
        let rows = try await FFprobe.rows(
            of: file, stream: 0,
            "stream=profile,level,color_range,color_space,color_transfer,color_primaries")
        #expect(rows.first == ["High", "40", "tv", "bt709", "bt709", "bt709"])
    }

    /// Segments begin every third GOP in each rendition, so none may begin one of its own at a change of scene.
    @Test func keyframesAreAtSegmentBoundaries() throws {
        let rung = try rung(192, 108)
        let scenes = [
            TestFrame.quarters([16, 235, 235, 16], rung.size),
            (0..<rung.size.pixelCount * 3 / 2).map { UInt8($0 * $0 % 251) },
        ]
        let encoded = try encode(rung, frames: 125) { scenes[$0 < 45 ? 0 : 1] }
        #expect(encoded.packets.count == 125)
        #expect(encoded.packets.filter(\.isKey).map(\.number) == [0, 60, 120])
    }

    /// With reordered frames, decode times at a segment's start are up to two thirds of a frame early.
    ///
    /// Two thirds of a frame are 0.1 s at 20/3 frames per second; ffmpeg takes more for a discontinuity.
    @Test(arguments: [VideoCodec.h264, .hevc])
    func slowVideoIsCodedInOrder(codec: VideoCodec) throws {
        for (rate, isInOrder) in [
            (Rational(30), false), (Rational(7), false), (Rational(20, 3), true),
            (Rational(5), true), (Rational(1), true),
        ] {
            let rung = try rung(codec, at: rate)
            let frame = (0..<rung.size.pixelCount * 3 / 2).map { UInt8($0 * $0 % 251) }
            let encoded = try encode(rung, frames: rung.gop) { number in
                // It moves by a pixel each time.
                Array(frame[number...] + frame[..<number])
            }
            let numbers = encoded.packets.map(\.number)
            #expect(numbers.count == rung.gop)
            // A GOP of two frames has nothing to reorder.
            #expect((numbers == numbers.sorted()) == isInOrder, "\(rate): \(numbers)")
        }
    }

    /// The multivariant playlist says CLOSED-CAPTIONS=NONE.
    @Test func captionsOfTheSourceAreNotCopied() async throws {
        let folder = try TemporaryFolder("encoded-captions")
        let file = folder.file("clip.ts")
        try await CaptionedClip.make([10: "{RCL}{15}Popped on{EOC}"], at: file)
        // ATSC A/53, part 4, 6.2.3: the identifier of captions in a frame.
        let mark = Data("GA94".utf8)
        #expect(try Data(contentsOf: file).range(of: mark) != nil)
        let rung = try rung(192, 108)
        let encoder = try encoder(rung)
        var encoded = Data()
        func take(_ packet: borrowing Packet) { encoded += packet.copyBytes() }
        let demuxer = try Upload(Location(file.filePath), in: LocalUploadSource()).demuxer(
            analyze: true
        ) {
            false
        }
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try Packet()
        var number = 0
        while number < 60, try demuxer.read(into: packet) {
            try decoder.decode(packet) { decoded in
                let frame = try decoded.sharing()
                frame.presentationTime = number
                frame.clearPictureType()
                number += 1
                try encoder.encode(frame, take)
            }
        }
        try encoder.drain(take)
        #expect(number >= 60 && encoded.count > 1000)
        #expect(encoded.range(of: mark) == nil)
    }
}
