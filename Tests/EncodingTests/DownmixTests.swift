import Foundation
import MediaTestSupport
import MediaUnits
import TestSupport
import Testing

@testable import MediaModel

/// docs/audio.md: ITU-R BS.775's weights, and a gain for the whole track if the mix would exceed full scale.
@Suite struct DownmixTests {
    private static let seconds = 1
    private static let mixed = LoudnessTarget(target: nil, ceiling: -1)
    private static let half = 0.5.squareRoot()

    struct Layout: CustomTestStringConvertible, Sendable {
        let name: String
        let channels: Int
        var testDescription: String { name }
    }

    static let layouts = [
        Layout(name: "5.1", channels: 6),
        Layout(name: "5.1(side)", channels: 6),
        Layout(name: "7.1", channels: 8),
        Layout(name: "quad", channels: 4),
        Layout(name: "5.0", channels: 5),
    ]

    /// The left and right samples of the rendition, without the first and last tenth of a second.
    private func sides(
        _ layout: String, _ channels: [String], level: LoudnessTarget?
    ) async throws -> [[Float]] {
        let clip = try AudioClip()
        let upload = try await clip.upload(layout, channels, seconds: Self.seconds)
        let rendition = try clip.encode(
            upload, AudioClip.plan(seconds: Self.seconds, level: level))
        let samples = try await clip.samples(clip.joined(rendition), channels: 2)
        return samples.map { Array($0[4_800..<Self.seconds * 48_000 - 4_800]) }
    }

    private static func sine(_ hertz: Int, _ amplitude: Double = 1) -> String {
        "\(amplitude)*sin(2*PI*\(hertz)*t)"
    }

    /// The worst case: the same tone at full scale in all channels.
    ///
    /// The case without a loudness target is a track that gets its channels later, after measuring.
    @Test(arguments: layouts, [mixed, nil])
    func equalTonesInAllChannelsDoNotClip(_ layout: Layout, level: LoudnessTarget?) async throws {
        let everywhere = [String](repeating: Self.sine(1_000), count: layout.channels)
        for side in try await sides(layout.name, everywhere, level: level) {
            let tone = Tone(1_000, in: side)
            // 1 dB below full scale; libav's AAC encoder makes loud tones up to 5 % louder.
            #expect(abs(tone.amplitude / 0.891 - 1) < 0.06)
            #expect(tone.distortion < 0.02)
            #expect(side.allSatisfy { abs($0) < 1 })
        }
    }

    /// Peaks of different tones coincide rarely; the gain leaves headroom for it.
    @Test(arguments: layouts) func differentTonesDoNotClip(_ layout: Layout) async throws {
        let tones = (0..<layout.channels).map { Self.sine(400 + 300 * $0) }
        for side in try await sides(layout.name, tones, level: Self.mixed) {
            #expect(side.allSatisfy { abs($0) < 1 })
            #expect((side.map(abs).max() ?? 0) > 0.7, "no more headroom than needed")
        }
    }

    /// BS.775: left and right unchanged, center and surround 3 dB lower on their sides.
    ///
    /// The LFE channel is not mixed (ATSC A/52, 7.8).
    @Test(arguments: [
        (channel: 0, left: 1.0, right: 0.0), (1, 0, 1), (2, half, half), (3, 0, 0), (4, half, 0),
        (5, 0, half),
    ])
    func quietChannelsHaveStandardWeights(
        channel: Int, left: Double, right: Double
    ) async throws {
        let channels = (0..<6).map { $0 == channel ? Self.sine(1_000, 0.25) : "0" }
        let sides = try await sides("5.1", channels, level: Self.mixed)
        for (side, weight) in zip(sides, [left, right]) {
            #expect(abs(Tone(1_000, in: side).amplitude - 0.25 * weight) < 0.005)
        }
    }

    /// Mono is as loud on each side as unmixed mono; stereo is unchanged.
    @Test(arguments: [("mono", 1), ("stereo", 2)], [0.1, 0.9])
    func monoAndStereoLevelsAreUnchanged(
        _ layout: (name: String, channels: Int), amplitude: Double
    ) async throws {
        let channels = [String](repeating: Self.sine(1_000, amplitude), count: layout.channels)
        for side in try await sides(layout.name, channels, level: nil) {
            #expect(abs(Tone(1_000, in: side).amplitude / amplitude - 1) < 0.01)
        }
    }

    @Test func onlyDownmixesAreMeasured() throws {
        func level(_ channels: Int) throws -> LoudnessTarget? {
            let info = try SamplePlan.info(audioTracks: [
                SamplePlan.audio(1, "en", channels: channels)
            ])
            return try SamplePlan.plan(info).audio[0].loudnessTarget
        }
        #expect(try level(1) == nil)
        #expect(try level(2) == nil)
        #expect(try level(6) == Self.mixed)
    }
}
