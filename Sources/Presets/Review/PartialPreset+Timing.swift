import MediaUnits

/// Rules for durations and frame rates.
extension PartialPreset {
    var timingProblems: [ValueProblem] {
        var problems: [ValueProblem] = []
        if isPackage == true, let gop, gop > Rational(4) {
            problems.append(
                ValueProblem(
                    .gopLong, "video.gop", "\(TimeText.text(gop)) from one IDR to the next",
                    advice: "write 2s"))
        }
        if isPackage == true, let segment, segment > Rational(10) || segment < Rational(2) {
            problems.append(
                ValueProblem(
                    .segmentLength, "packaging.segment", "segments of \(TimeText.text(segment))",
                    advice: "write 2s to 10s"))
        }
        return problems + [frameRateProblem].compactMap { $0 }
    }

    private var frameRateProblem: ValueProblem? {
        let path = "video.maxFrameRate"
        guard let limit = maxFrameRate, !rungs.isEmpty else { return nil }
        if limit > Rational(60) {
            return ValueProblem(
                .frameRateHigh, path, "\(limit) frames/s", advice: "write 60 or less")
        }
        let rates = rungs.compactMap(\.frameRate)
        // Only if all rates are known, it is known that no rung has a higher one.
        guard rates.count == rungs.count, let highest = rates.max(), let lowest = rates.min()
        else { return nil }
        if highest < limit {
            return ValueProblem(
                .frameRateUnused, path, "no rung is faster than \(highest) frames/s",
                advice: "write \(highest), or raise a rung's maxFrameRate")
        }
        guard isPackage == true, lowest > Rational(30) else { return nil }
        return ValueProblem(
            .frameRateFallback, path, "every rung may have up to \(lowest) frames/s",
            advice: "write maxFrameRate: 30 for the lowest rung")
    }
}
