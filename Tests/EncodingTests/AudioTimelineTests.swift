import Foundation
import LibAV
import MediaUnits
import TestSupport
import Storage
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox

/// A track may change its channels or its sample rate (broadcasts do between program and advertisement).
@Suite struct AudioTimelineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("timeline") }

    struct Tone: Sendable {
        let sampleRate: Int
        let channels: Int
        /// The duration, in seconds.
        let seconds: Rational
        /// The package time of the first sample, in seconds.
        let start: Rational
    }

    /// The number of samples and the peak of each frame that the encoder gets.
    private func frames(
        _ tones: [Tone], length: Rational
    ) throws -> (counts: [Int], peaks: [Float]) {
        let plan = AudioPlan(
            stream: 0, name: "und", label: "Audio", language: nil, isDefault: true,
            isDescription: false, sampleRate: 48_000, channels: 2, bitrate: 128_000,
            loudnessTarget: nil, start: .zero,
            sampleCount: (length * 48_000).rounded, borders: [0])
        let timeline = try AudioTimeline(plan, frameSize: 1024)
        var (counts, peaks): ([Int], [Float]) = ([], [])
        func record(_ frame: borrowing Frame) {
            #expect(frame.channelCount == 2 && frame.sampleRate == 48_000)
            #expect(frame.presentationTime == counts.reduce(0, +))
            counts.append(frame.sampleCount)
            peaks.append(Self.peak(frame))
        }
        for tone in tones { try decode(tone) { try timeline.take($0, at: $1, record) } }
        try timeline.finish(record)
        return (counts, peaks)
    }

    private func decode(
        _ tone: Tone, _ body: (borrowing Frame, Rational) throws -> Void
    ) throws {
        let file = folder.file("tone.wav")
        try Data(
            WaveFile.tone(
                sampleCount: (tone.seconds * tone.sampleRate).rounded, sampleRate: tone.sampleRate,
                channels: tone.channels)
        ).write(to: file)
        let demuxer = try Upload(Location(file.filePath), in: LocalUploadSource()).demuxer(
            analyze: true
        ) {
            false
        }
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try Packet()
        var count = 0
        while try demuxer.read(into: packet) {
            try decoder.decode(packet) { frame in
                try body(frame, tone.start + Rational(count, tone.sampleRate))
                count += frame.sampleCount
            }
        }
    }

    private static func peak(_ frame: borrowing Frame) -> Float {
        var peak = Float(0)
        // Planar floats, read byte by byte.
        frame.withRows(ofPlane: 0, width: 4 * frame.sampleCount, height: 1) { _, bytes in
            for index in 0..<bytes.count / 4 {
                let bits = (0..<4).reduce(UInt32(0)) {
                    $0 | UInt32(bytes[4 * index + $1]) << (8 * UInt32($1))
                }
                peak = max(peak, abs(Float(bitPattern: bits)))
            }
        }
        return peak
    }

    private static let stereo = Tone(
        sampleRate: 48_000, channels: 2, seconds: Rational(1), start: .zero)

    @Test(arguments: [(48_000, 1), (44_100, 2), (32_000, 6)])
    func audioContinuesAfterFormatChange(sampleRate: Int, channels: Int) throws {
        let other = Tone(
            sampleRate: sampleRate, channels: channels, seconds: Rational(1), start: Rational(1))
        let (counts, peaks) = try frames([Self.stereo, other], length: Rational(2))
        #expect(counts.reduce(0, +) == 96_000)
        #expect(counts.dropLast().allSatisfy { $0 == 1024 }, "only the last may be shorter")
        let silent = peaks.indices.filter { peaks[$0] <= 0.05 }
        #expect(silent.isEmpty, "audio from the first frame to the last")
    }

    @Test func gapAtFormatChangeAndTailAreSilent() throws {
        let mono = Tone(
            sampleRate: 48_000, channels: 1, seconds: Rational(1), start: Rational(2))
        let (counts, peaks) = try frames([Self.stereo, mono], length: Rational(4))
        #expect(counts.reduce(0, +) == 192_000)
        #expect(counts.dropLast().allSatisfy { $0 == 1024 })
        // One frame in the middle of each second.
        let isLoud = [10, 60, 100, 150].map { peaks[$0] > 0.05 }
        #expect(isLoud == [true, false, true, false])
    }

    @Test func samplesAfterTheEndAreDropped() throws {
        let mono = Tone(
            sampleRate: 48_000, channels: 1, seconds: Rational(1), start: Rational(1))
        let counts = try frames([Self.stereo, mono], length: Rational(1, 2)).counts
        #expect(counts.reduce(0, +) == 24_000)
    }

    /// A range of an upload in which all packets of the track are corrupt.
    @Test func trackWithoutSamplesBecomesSilence() throws {
        let (counts, peaks) = try frames([], length: Rational(1))
        #expect(counts.reduce(0, +) == 48_000)
        #expect(counts.dropLast().allSatisfy { $0 == 1024 })
        #expect(peaks.allSatisfy { $0 == 0 })
    }

    @Test func audioBeforeTheStartIsDropped() throws {
        let early = Tone(
            sampleRate: 48_000, channels: 1, seconds: Rational(1, 10), start: Rational(-2))
        let (counts, peaks) = try frames([early], length: Rational(1))
        #expect(counts.reduce(0, +) == 48_000)
        #expect(peaks.allSatisfy { $0 == 0 })
    }
}
