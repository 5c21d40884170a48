import Testing

@testable import MediaModel

@Suite struct LoudnessTargetTests {
    private static let standard = LoudnessTarget(target: -16, ceiling: -1)
    private static let mix = LoudnessTarget(target: nil, ceiling: -1)

    struct Case: Sendable {
        let target: LoudnessTarget
        let integrated: Double?
        let truePeak: Double?
        let gain: Double
    }

    static let cases = [
        Case(target: standard, integrated: -30, truePeak: -20, gain: 14),
        Case(target: standard, integrated: -8, truePeak: 1, gain: -8),
        // The peak has room for 9 dB only.
        Case(target: standard, integrated: -30, truePeak: -10, gain: 9),
        // On target, but with peaks above the ceiling.
        Case(target: standard, integrated: -16, truePeak: 0, gain: -1),
        // Below the absolute threshold, and digital silence.
        Case(target: standard, integrated: nil, truePeak: -50, gain: 0),
        Case(target: standard, integrated: nil, truePeak: nil, gain: 0),
        // Without a target, only peaks above the ceiling are lowered.
        Case(target: mix, integrated: -20, truePeak: -1.5, gain: 0),
        Case(target: mix, integrated: -20, truePeak: 6.5, gain: -7.5),
    ]

    @Test(arguments: cases) func gainReachesTargetBelowCeiling(_ example: Case) {
        let measured = MeasuredLoudness(
            integrated: example.integrated, truePeak: example.truePeak)
        #expect(example.target.gain(for: measured) == example.gain)
    }

    @Test(arguments: [
        (standard, -17.5, -10.0, 6.5), (standard, -15, -10, 4), (standard, -20, -0.5, 4.5),
        (standard, -16.1, -10, nil), (mix, -20, 0.5, 4.5), (mix, -20, -0.5, nil),
    ])
    func correctionFollowsEncodedLoudness(
        target: LoudnessTarget, integrated: Double, truePeak: Double, gain: Double?
    ) {
        let encoded = MeasuredLoudness(integrated: integrated, truePeak: truePeak)
        #expect(target.correction(of: 5, encoded: encoded) == gain)
    }
}
