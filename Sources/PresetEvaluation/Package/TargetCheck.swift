internal import MediaModel
internal import Presets

/// Compares the quality of a clip's renditions with the target of the preset.
enum TargetCheck {
    /// Returns a note for each rendition that is below the target; none for ladders that are adaptive without one.
    static func findings(_ rungs: [EvaluatedRung], of preset: Preset) -> [EvaluationFinding] {
        guard preset.target != nil else { return [] }
        return rungs.compactMap { rung in
            guard let prediction = rung.prediction, let xpsnr = rung.xpsnr,
                prediction.isBelowTarget(measured: xpsnr)
            else { return nil }
            let (measured, target) = (Figure.fixed(xpsnr, 2), Figure.fixed(prediction.target, 2))
            let margin = Figure.fixed(RatePrediction.measuredMargin, 0)
            return EvaluationFinding(
                .note, .target, rung.name,
                "XPSNR is \(measured) dB, more than \(margin) dB below the target of \(target) dB")
        }
    }
}
