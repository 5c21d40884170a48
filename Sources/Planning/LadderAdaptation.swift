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
    /// The most steps by which the CRF of an adaptive ladder without a target is raised.
    ///
    /// Samples of a screen recording may all show a still page, and the rest motion: ten steps, which save few bytes of such an
    /// upload, cost one 2 VMAF; five cost it 0.8. No clip of a camera was raised by three. The limit also holds for clips that need far
    /// more than their ceiling.
    static let largestRise = 3.0
    /// The distance of two CRFs: 1.6 % of a camera's bits, and half of it 0.04 dB.
    static let crfInterval = 0.125
    /// The least ratio of the bit rates of two rungs; a player gains nothing from a lower rung nearer to the next one.
    ///
    /// The rungs of the HLS Authoring Specification for Apple devices are 1.5 to 2 times apart.
    static let leastRatio = 1.5
    /// The largest ratio of the bit rates of two rungs that a rung between them may leave.
    ///
    /// The rungs of hls-ladder are at most 3.3 times apart.
    static let largestRatio = 3.5
    /// The share of a rung's ceiling up to which the next higher rung's expected rate is sure to stay below the ceiling: the rates
    /// of samples predict those of whole clips of 720p within 17 %.
    static let playableShare = 1 / 1.17
    /// The expected rate from which a ceiling limits a rung, as a share of the ceiling, since rates vary between segments: with
    /// 1.0, the bits of clips are left unused, with 1.3, two clips lost 1.3 and 1.7 VMAF.
    static let ceilingShare = 1.1

    /// Adapts rungs.
    ///
    /// - Parameters:
    ///   - rungs: The rungs as the preset has them, highest first.
    ///   - samples: The samples of the probe encode.
    ///   - preset: The preset, which has a target.
    ///   - content: The kind of the upload's content; `nil` if it was not measured.
    init(
        _ rungs: [RungPlan], _ samples: [EncodedSample], _ preset: Preset, content: VideoContent?
    ) {
        for rung in rungs {
            let ofRung = samples.filter { $0.rung == rung.name }
            guard let model = RateModel(ofRung, of: rung, content: content),
                let target = preset.targetXPSNR(shortSide: rung.size.shortSide)
            else { continue }
            let hasOwnTarget = preset.target != nil
            let ofEach = ofRung.compactMap { RateModel([$0], of: rung, content: content) }
            let lowest = Self.lowestCRF(rung, model, ofEach, hasOwnTarget: hasOwnTarget)
            choices[rung.name] = Self.choice(
                rung, model, target: target, lowest: lowest,
                largestRise: hasOwnTarget ? Self.mostSteps : Self.largestRise)
        }
        if preset.isAdaptive { dropRungs(rungs) }
    }

    /// Returns the lowest CRF for a rung: with lower ones, the encoder spends the ceiling's bits less evenly, and loses quality.
    ///
    /// The ceiling limits either the mean of the samples or, at a higher CRF, each of them. Without a target of the preset, its CRF is
    /// taken for one that suits ceilings that limit only some samples: a higher CRF costs the other samples more than it gains.
    private static func lowestCRF(
        _ rung: RungPlan, _ all: RateModel, _ each: [RateModel], hasOwnTarget: Bool
    ) -> Double {
        let ceiling = Double(rung.ceiling)
        let ofMean = all.crf(ofBitrate: ceilingShare * ceiling)
        let limit = hasOwnTarget ? ofMean : min(rung.crf, ofMean)
        return each.map { $0.crf(ofBitrate: ceiling) }.min().map { max(limit, $0) } ?? limit
    }

    private static func choice(
        _ rung: RungPlan, _ model: RateModel, target: Double, lowest: Double, largestRise: Double
    ) -> Choice {
        let wanted = model.crf(ofXPSNR: target)
        let range = rung.codec.model.qualityRange
        let bounds =
            max(
                range.lowerBound, rung.crf - mostSteps)...min(
                range.upperBound, rung.crf + largestRise)
        let chosen = min(max(max(wanted, lowest), bounds.lowerBound), bounds.upperBound)
        let crf = (chosen / crfInterval).rounded() * crfInterval
        // Where the ceiling limits the rate, that of a higher CRF.
        let expected = max(crf, model.crf(ofBitrate: Double(rung.ceiling)))
        return Choice(
            crf: crf,
            prediction: RatePrediction(
                bitrate: Int(model.bitrate(at: expected).rounded()),
                xpsnr: hundredths(model.xpsnr(at: expected)), target: hundredths(target)))
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Leaves out rungs whose bit rate is near that of the next higher one of their codec, which has more pixels for it.
    ///
    /// A rung remains if there were no step between its neighbors without it, or if the next higher one may need more than the
    /// rung's ceiling: then players that have the bandwidth of the rung could not play that.
    private mutating func dropRungs(_ rungs: [RungPlan]) {
        for codec in VideoCodec.all {
            let rates = rungs.filter { $0.codec == codec }.compactMap { rung in
                choices[rung.name].map {
                    (name: rung.name, bitrate: $0.prediction.bitrate, ceiling: rung.ceiling)
                }
            }
            guard var above = rates.first else { continue }
            for (index, rung) in rates.enumerated().dropFirst() {
                let below = index + 1 < rates.count ? rates[index + 1].bitrate : nil
                if Self.isNear(above.bitrate, rung.bitrate)
                    && Double(above.bitrate) <= Self.playableShare * Double(rung.ceiling)
                    && below.map({ Double(above.bitrate) <= Self.largestRatio * Double($0) })
                        ?? true
                {
                    dropped[rung.name] = Self.reason(rung.bitrate, above.name, above.bitrate)
                    choices[rung.name] = nil
                } else {
                    above = rung
                }
            }
        }
    }

    private static func isNear(_ higher: Int, _ lower: Int) -> Bool {
        Double(higher) < leastRatio * Double(lower)
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
            rung.prediction.flatMap { $0.isBelowTarget ? (rung, $0) : nil }
        }
        guard !limited.isEmpty else { return nil }
        let rungs = limited.map { rung, prediction in
            String(
                format: "%@ (%.1f of %.1f dB at %@)", rung.name, prediction.xpsnr,
                prediction.target,
                prediction.needs(rung.ceiling)
                    ? "its maxrate" : String(format: "CRF %g, the lowest one allowed", rung.crf))
        }
        return Finding(
            .qualityLimited, .warning,
            "These renditions are not expected to reach the quality target: \(rungs.joined(separator: ", "))."
        )
    }
}

extension RatePrediction {
    /// Whether the ceiling, in bits per second, is needed, as nearly as CRFs are rounded.
    fileprivate func needs(_ ceiling: Int) -> Bool {
        Double(bitrate) >= Double(ceiling)
            * exp2(-LadderAdaptation.crfInterval / RateModel.Step.camera.halving)
    }
}
