import Testing

@testable import MediaModel

@Suite struct LevelPlanTests {
    private static let target = LoudnessTarget(target: -16, ceiling: -1)
    private static let mix = LoudnessTarget(target: nil, ceiling: -1)

    struct Case: Sendable {
        let plan: LoudnessTarget
        let integrated: Double?
        let truePeak: Double?
        let gain: Double
    }

    static let cases = [
        Case(plan: target, integrated: -30, truePeak: -20, gain: 14),
        Case(plan: target, integrated: -8, truePeak: 1, gain: -8),
        // The peak has room for 9 dB only.
        Case(plan: target, integrated: -30, truePeak: -10, gain: 9),
        // As loud as it should be, and yet too high.
        Case(plan: target, integrated: -16, truePeak: 0, gain: -1),
        // Nothing above the gate, or nothing at all.
        Case(plan: target, integrated: nil, truePeak: -50, gain: 0),
        Case(plan: target, integrated: nil, truePeak: nil, gain: 0),
        // What fits is not changed; what does not fit, as little as possible.
        Case(plan: mix, integrated: -20, truePeak: -1.5, gain: 0),
        Case(plan: mix, integrated: -20, truePeak: 6.5, gain: -7.5),
    ]

    @Test(arguments: cases) func oneGainForTheWholeTrack(_ example: Case) {
        let measured = MeasuredLoudness(
            integrated: example.integrated, truePeak: example.truePeak)
        #expect(example.plan.gain(for: measured) == example.gain)
    }

    @Test(arguments: [
        (target, -17.5, -10.0, 6.5), (target, -15, -10, 4), (target, -20, -0.5, 4.5),
        (target, -16.1, -10, nil), (mix, -20, 0.5, 4.5), (mix, -20, -0.5, nil),
    ])
    func aSecondTryMakesGoodWhatCodingChanged(
        plan: LoudnessTarget, integrated: Double, truePeak: Double, gain: Double?
    ) {
        let heard = MeasuredLoudness(integrated: integrated, truePeak: truePeak)
        #expect(plan.correction(of: 5, heard: heard) == gain)
    }
}
