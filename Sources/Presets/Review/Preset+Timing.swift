import MediaUnits

/// Times and frame rates.
extension Preset {
    var timingFindings: [Finding] {
        var findings: [Finding] = []
        if isPackage, video.gop > Rational(4) {
            findings.append(
                Finding(
                    .gopLong, "video.gop",
                    "\(TimeText.text(video.gop)) from one IDR to the next",
                    advice: "write 2s"))
        }
        if isPackage, packaging.segment > Rational(10) || packaging.segment < Rational(2) {
            findings.append(
                Finding(
                    .segmentLength, "packaging.segment",
                    "segments of \(TimeText.text(packaging.segment))", advice: "write 2s to 10s"))
        }
        return findings + frameRateFindings
    }

    private var frameRateFindings: [Finding] {
        let (path, limit) = ("video.maxFrameRate", video.maxFrameRate)
        let rates = ladder.map { $0.maxFrameRate ?? limit }
        guard let highest = rates.max(), let lowest = rates.min() else { return [] }
        if limit > Rational(60) {
            return [
                Finding(.frameRateHigh, path, "\(limit) frames/s", advice: "write 60 or less")
            ]
        }
        if highest < limit {
            return [
                Finding(
                    .frameRateUnused, path, "no rung is faster than \(highest) frames/s",
                    advice: "write \(highest), or raise a rung's maxFrameRate")
            ]
        }
        guard isPackage, lowest > Rational(30) else { return [] }
        return [
            Finding(
                .frameRateFallback, path, "every rung may have up to \(lowest) frames/s",
                advice: "write maxFrameRate: 30 for the lowest rung")
        ]
    }
}
