internal import Foundation
internal import MediaModel
internal import MediaUnits

/// The bit rate and quality of a rendition at any CRF, from samples that were encoded with one.
struct RateModel {
    /// The XPSNR that a step of CRF costs, in dB: the median of 22 clips at three sizes, of which nine of ten have 0.52 to 0.92 (docs/encoding.md).
    static let decibelsPerStep = 0.67
    /// The steps of CRF that halve the bits: the median of the same clips; half of them have 5.0 to 6.2.
    static let stepsPerOctave = 5.6

    /// The CRF of the samples.
    let crf: Double
    /// The bit rate at that CRF without a ceiling, in bits per second.
    let bitrate: Double
    /// The XPSNR at that CRF, in dB.
    let xpsnr: Double

    /// Makes the model of a rung; `nil` without samples.
    ///
    /// - Parameters:
    ///   - samples: The samples of the rung, all with one CRF.
    ///   - rung: The rung.
    init?(_ samples: [EncodedSample], of rung: RungPlan) {
        let frames = samples.reduce(0) { $0 + $1.frames }
        let keyFrames = samples.reduce(0) { $0 + $1.keyFrames }
        guard let first = samples.first, frames > 0, keyFrames > 0 else { return nil }
        crf = first.crf
        let keyBits = Double(samples.reduce(0) { $0 + $1.keyBits }) / Double(keyFrames)
        // A sample of a single frame says nothing about the others.
        let others = max(1, frames - keyFrames)
        let otherBits = Double(samples.reduce(0) { $0 + $1.otherBits }) / Double(others)
        bitrate =
            (keyBits + otherBits * Double(rung.gop - 1)) / Double(rung.gop)
            * rung.frameRate.doubleValue
        // XPSNR is the mean of distortions, not of decibels.
        let distortion = samples.reduce(0) {
            $0 + Double($1.frames) / Double(frames) * pow(10, -$1.xpsnr / 20)
        }
        xpsnr = -20 * log10(distortion)
    }

    func bitrate(at crf: Double) -> Double {
        bitrate * exp2((self.crf - crf) / Self.stepsPerOctave)
    }

    func xpsnr(at crf: Double) -> Double { xpsnr + (self.crf - crf) * Self.decibelsPerStep }

    /// Returns the CRF of a bit rate, in bits per second.
    func crf(ofBitrate wanted: Double) -> Double {
        crf - Self.stepsPerOctave * log2(max(1, wanted) / max(1, bitrate))
    }

    /// Returns the CRF of an XPSNR, in dB.
    func crf(ofXPSNR wanted: Double) -> Double { crf - (wanted - xpsnr) / Self.decibelsPerStep }
}
