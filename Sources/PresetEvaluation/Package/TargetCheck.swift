internal import MediaModel

/// Compares the quality of a clip's renditions with the target of the preset.
enum TargetCheck {
    /// Returns a note for each rendition that is below its target, as `run` reports with `QUALITY_LIMITED`.
    static func findings(_ rungs: [EvaluatedRung]) -> [EvaluationFinding] {
        rungs.compactMap { rung in
            guard let prediction = rung.prediction, let xpsnr = rung.xpsnr,
                prediction.isBelowTarget(measured: xpsnr)
            else { return nil }
            let (measured, target) = (Figure.fixed(xpsnr, 2), Figure.fixed(prediction.target, 2))
            return EvaluationFinding(
                .note, .target, rung.name,
                "XPSNR is \(measured) dB, more than 1 dB below the target of \(target) dB")
        }
    }
}
