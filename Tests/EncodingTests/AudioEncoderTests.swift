import Foundation
import LibAV
import MediaUnits
import TestSupport
import Storage
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Packaging

/// A track has one encoder, segments of whole packets, no priming and no edit list.
@Suite struct AudioEncoderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("audio") }

    struct Track: CustomTestStringConvertible, Sendable {
        let name: String
        /// The upload's sample rate and channels.
        var sampleRate = 48_000
        var channels = 2
        /// The duration of the tone in the upload, in seconds.
        var seconds = Rational(3)
        /// The time from the package's start to the upload's first sample, in seconds.
        var lead = Rational.zero
        /// The duration of the package, in seconds.
        var length = Rational(3)
        var testDescription: String { name }
    }

    static let tracks = [
        Track(name: "as long as the package"),
        Track(name: "starts half a second late", lead: Rational(1, 2), length: Rational(7, 2)),
        Track(name: "ends early", seconds: Rational(1)),
        Track(name: "is longer than the package", seconds: Rational(5)),
        Track(name: "44.1 kHz, mono", sampleRate: 44_100, channels: 1),
        Track(name: "8 kHz, mono", sampleRate: 8_000, channels: 1),
        Track(name: "5.1", channels: 6),
        Track(
            name: "is shorter than a packet", seconds: Rational(1, 100), length: Rational(1, 100)),
    ]

    private func plan(_ track: Track) -> AudioPlan {
        let count = (track.length * 48_000).rounded
        return AudioPlan(
            stream: 0, name: "und", label: "Audio", language: nil, isDefault: true,
            isDescription: false, sampleRate: 48_000, channels: 2, bitrate: 128_000,
            loudnessTarget: nil, start: Rational.zero - track.lead, sampleCount: count,
            // Borders that are no multiples of a packet.
            borders: stride(from: 0, to: count, by: 48_048).map { $0 })
    }

    private func encode(_ track: Track) throws -> RenditionResult {
        let samples = (track.seconds * track.sampleRate).rounded
        let file = folder.file("tone.wav")
        try Data(
            WaveFile.tone(
                sampleCount: samples, sampleRate: track.sampleRate, channels: track.channels)
        ).write(to: file)
        return try AudioEncoder(
            upload: Upload(Location(file.filePath), in: LocalUploadSource()), plan: plan(track),
            folder: folder.url.filePath,
            isStopped: { false }, report: { _ in }
        ).run()
    }

    @Test(arguments: tracks) func segmentsAreContiguous(_ track: Track) throws {
        let plan = plan(track)
        let result = try encode(track)
        #expect(result.codec == "mp4a.40.2")
        #expect(result.segments.count == plan.borders.count)
        var start = 0
        for (segment, border) in zip(result.segments, plan.borders) {
            let bytes = try [UInt8](
                Data(contentsOf: folder.file(ArtifactFiles.segment(segment.index, of: nil))))
            let fragment = FragmentBoxes(bytes[...])
            #expect(bytes.count == segment.byteCount)
            #expect(fragment.boxes == ["moof", "mdat"])
            #expect(fragment.decodeTime == start)
            #expect(fragment.samples.reduce(0) { $0 + $1.duration } == segment.duration)
            // The first packet at or after the border.
            #expect(start >= border && start - border < 1024)
            start += segment.duration
        }
        #expect(start == plan.sampleCount, "the track ends exactly with the package")
    }

    /// Audio is within 20 ms of its time in the source, at the start and at the end.
    @Test(arguments: tracks) func toneIsAtItsSourceTime(_ track: Track) throws {
        let result = try encode(track)
        let loud = try loudSamples(result)
        let first = try #require(loud.first)
        let last = try #require(loud.last)
        let tolerance = 48_000 / 50
        #expect(abs(first - (track.lead * 48_000).rounded) <= tolerance)
        let end = min(track.lead + track.seconds, track.length)
        #expect(abs(last - (end * 48_000).rounded) <= max(tolerance, 1_100))
    }

    /// The positions of samples that are louder than coding artifacts.
    private func loudSamples(_ result: RenditionResult) throws -> [Int] {
        let files = ["init.mp4"] + result.segments.map { ArtifactFiles.segment($0.index, of: nil) }
        let reader = try JoinedFiles(files.map { folder.file($0).filePath })
        let demuxer = try Demuxer(reader, name: "audio", analyze: true) { false }
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        var loud: [Int] = []
        func collect(_ frame: borrowing Frame) {
            let start = frame.bestEffortTime ?? 0
            // Planar floats, read byte by byte.
            frame.withRows(ofPlane: 0, width: 4 * frame.sampleCount, height: 1) { _, bytes in
                for index in 0..<bytes.count / 4 {
                    let bits = (0..<4).reduce(UInt32(0)) {
                        $0 | UInt32(bytes[4 * index + $1]) << (8 * UInt32($1))
                    }
                    if abs(Float(bitPattern: bits)) > 0.05 { loud.append(start + index) }
                }
            }
        }
        let packet = try Packet()
        while try demuxer.read(into: packet) { try decoder.decode(packet, collect) }
        try decoder.drain(collect)
        return loud
    }

    /// Files of floats may contain NaN, infinities and values far above full scale.
    @Test(
        arguments: ["0/0", "1/0", "-1/0", "1e30"], [nil, LoudnessTarget(target: -16, ceiling: -1)])
    func invalidSamplesBecomeSilence(_ value: String, level: LoudnessTarget?) async throws {
        let clip = try AudioClip()
        let tone = "if(lt(mod(n\\,9000)\\,1)\\,\(value)\\,0.1*sin(2*PI*1000*t))"
        let upload = try await clip.upload("stereo", [tone, tone], seconds: 1)
        let rendition = try clip.encode(upload, AudioClip.plan(seconds: 1, level: level))
        let samples = try await clip.samples(clip.joined(rendition), channels: 2)[0][4_800..<43_200]
        let expected = level == nil ? 0.1 : 0.16
        #expect(abs(Tone(1_000, in: samples).amplitude - expected) < 0.2 * expected)
    }

    @Test func stoppedEncoderThrows() throws {
        let file = folder.file("tone.wav")
        try Data(WaveFile.tone(sampleCount: 48_000)).write(to: file)
        let encoder = AudioEncoder(
            upload: try Upload(Location(file.filePath), in: LocalUploadSource()),
            plan: plan(Self.tracks[0]),
            folder: folder.url.filePath,
            isStopped: { true }, report: { _ in })
        #expect(throws: (any Error).self) { _ = try encoder.run() }
    }
}
