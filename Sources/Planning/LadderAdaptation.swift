internal import Foundation
internal import MediaModel
internal import MediaUnits
internal import Presets
internal import VideoCodecs

/// The adaptation of a ladder to an upload: a CRF for each rung, and rungs that bring nothing.
struct LadderAdaptation {
    /// The choice for one rung.
    struct Choice: Hashable {
        let crf: Double
        let prediction: RatePrediction
    }

    /// The choices by the rungs' names; rungs without a sample retain their CRF.
    private(set) var choices: [String: Choice] = [:]
    /// The reasons of rungs that are left out, by name.
    private(set) var dropped: [String: String] = [:]

    /// The most steps by which a CRF is changed; beyond, the prediction was not measured.
    static let mostSteps = 10.0
    /// The least distance of two CRFs: a smaller one has no visible effect.
    static let step = 0.25
    /// The least ratio of the bit rates of two rungs; a player gains nothing from a lower rung nearer to the next one.
    ///
    /// The rungs of the HLS Authoring Specification for Apple devices are 1.5 to 2 times apart.
    static let leastRatio = 1.5

    /// Adapts rungs.
    ///
    /// - Parameters:
    ///   - rungs: The rungs as the preset has them, highest first.
    ///   - samples: The samples of the probe encode.
    ///   - preset: The preset, which has a target.
    init(_ rungs: [RungPlan], _ samples: [EncodedSample], _ preset: Preset) {
        let models = rungs.map { rung in
            RateModel(samples.filter { $0.rung == rung.name }, of: rung)
        }
        for (rung, model) in zip(rungs, models) {
            guard let model,
                let target = preset.targetXPSNR(shortSide: rung.size.shortSide)
            else { continue }
            choices[rung.name] = Self.choice(rung, model, target: target)
        }
        if preset.isAdaptive { dropRungs(rungs) }
    }

    private static func choice(_ rung: RungPlan, _ model: RateModel, target: Double) -> Choice {
        let wanted = model.crf(ofXPSNR: target)
        // Lower CRFs would change nothing but how unevenly the ceiling's bits are spent.
        let limit = model.crf(ofBitrate: Double(rung.ceiling))
        let range = rung.codec.model.qualityRange
        let bounds =
            max(
                range.lowerBound, rung.crf - mostSteps)...min(
                range.upperBound, rung.crf + mostSteps)
        let chosen = min(max(max(wanted, limit), bounds.lowerBound), bounds.upperBound)
        let crf = (chosen / step).rounded() * step
        return Choice(
            crf: crf,
            prediction: RatePrediction(
                bitrate: Int(min(Double(rung.ceiling), model.bitrate(at: crf)).rounded()),
                xpsnr: hundredths(model.xpsnr(at: crf)), target: hundredths(target)))
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Leaves out rungs whose bit rate is near that of the next higher one of their codec, which has more pixels for it.
    private mutating func dropRungs(_ rungs: [RungPlan]) {
        for codec in VideoCodec.all {
            var above: (name: String, bitrate: Int)?
            for rung in rungs where rung.codec == codec {
                guard let bitrate = choices[rung.name]?.prediction.bitrate else { continue }
                if let above, Double(above.bitrate) < Self.leastRatio * Double(bitrate) {
                    dropped[rung.name] = Self.reason(bitrate, above.name, above.bitrate)
                    choices[rung.name] = nil
                } else {
                    above = (rung.name, bitrate)
                }
            }
        }
    }

    private static func reason(_ bitrate: Int, _ above: String, _ other: Int) -> String {
        func text(_ rate: Int) -> String { String(format: "%.2f Mb/s", Double(rate) / 1e6) }
        return "about \(text(bitrate)) are expected for it, and for \(above) only \(text(other))"
    }
}

extension [RungPlan] {
    /// The finding that renditions are not expected to reach the quality target; `nil` if all are.
    var qualityFinding: Finding? {
        let limited = compactMap { rung in
            rung.prediction.flatMap { $0.isBelowTarget ? (rung.name, $0) : nil }
        }
        guard !limited.isEmpty else { return nil }
        let rungs = limited.map { name, prediction in
            String(
                format: "%@ (%.1f of %.1f dB expected)", name, prediction.xpsnr, prediction.target)
        }
        return Finding(
            .qualityLimited, .info,
            "The quality target is not reached within the limits of \(rungs.joined(separator: ", "))."
        )
    }
}

extension RatePrediction {
    /// Whether the quality is lower than the target by more than the rounding of CRFs and half a decibel.
    fileprivate var isBelowTarget: Bool { xpsnr < target - 0.6 }
}
